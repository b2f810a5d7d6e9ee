// What a card can do: bandwidth of its memory and its dense BF16 tensor rate, from the vendor's data sheets.
import type { Hardware } from '#api/schema/hardware.ts';

/** Facts of one card. */
export interface CardFacts {
  /** As the vendor names it. */
  readonly card: string;
  /** GB per second. */
  readonly bandwidth: number;
  /** Dense BF16 tensor TFLOPS: without sparsity, which doubles the figure that is often quoted. */
  readonly tflops: number;
  readonly source: string;
}

interface KnownCard extends CardFacts {
  /** A word of `gpu_type`. */
  readonly word: string;
  /** GB, within two: one card is called 140 and 141 GB. */
  readonly memory: number;
  /** What the link must be where a card exists in several; null where there is one. */
  readonly link: string | null;
}

const cards: readonly KnownCard[] = [
  card('a100', 'A100 40 GB', 40, null, 1_555, 312),
  card('a100', 'A100 80 GB SXM', 80, 'sxm', 2_039, 312),
  card('a100', 'A100 80 GB PCIe', 80, 'pcie', 1_935, 312),
  card('h100', 'H100 80 GB SXM', 80, 'sxm', 3_350, 989),
  card('h100', 'H100 80 GB PCIe', 80, 'pcie', 2_000, 756),
  card('h200', 'H200', 141, null, 4_800, 989),
  card('b200', 'B200', 180, null, 8_000, 2_250),
  card('b200', 'B200', 192, null, 8_000, 2_250),
  // 1,457 TFLOPS of sparse FP8 are four times its dense BF16.
  card('6000', 'RTX 6000 Ada', 48, 'pcie', 960, 364),
  card('l40s', 'L40S', 48, null, 864, 362),
  card('l40', 'L40', 48, null, 864, 181),
  card('l4', 'L4', 24, null, 300, 121),
];

/** By type, memory and link of the specs; null for a card that is not known here, or whose specs leave it open. */
export function cardFacts({ specs }: Pick<Hardware, 'specs'>): CardFacts | null {
  const { gpu_type: type, gpu_link: link, gpu_memory: memory } = specs ?? {};
  if (type === undefined || memory === undefined) return null;
  const words = new Set(type.toLowerCase().split(/[^a-z0-9]+/));
  const linked = link?.toLowerCase() ?? '';
  return (
    cards.find(
      (each) =>
        words.has(each.word) &&
        Math.abs(each.memory - memory) <= 2 &&
        (each.link === null || linked.startsWith(each.link)),
    ) ?? null
  );
}

function card(
  word: string,
  name: string,
  memory: number,
  link: string | null,
  bandwidth: number,
  tflops: number,
): KnownCard {
  return { word, card: name, memory, link, bandwidth, tflops, source: `NVIDIA data sheet of the ${name}` };
}
