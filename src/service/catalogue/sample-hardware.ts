// The sample catalogue of dedicated hardware: true specs, dated prices, nothing that can be rented here.
import { DEDICATED, DEDICATED_2025, OWN_FIGURE } from './sample-model.ts';

/** A card: what it is called, how it is linked, GB of memory. */
export interface Card {
  readonly gpu_type: string;
  readonly gpu_link: string;
  readonly gpu_memory: number;
}

/** A configuration of one or more equal cards; its price is for all of them together. */
export interface SampleHardware {
  /** Count, vendor, model, memory and link. */
  readonly id: string;
  readonly card: Card;
  readonly count: number;
  readonly centsPerMinute: number;
  /** YYYY-MM-DD, the day for which the price was noted. */
  readonly priceDate: string;
}

const RTX_6000_ADA: Card = { gpu_type: 'rtx-6000-ada', gpu_link: 'pcie', gpu_memory: 48 };
const L40: Card = { gpu_type: 'l40', gpu_link: 'pcie', gpu_memory: 48 };
const L40S: Card = { gpu_type: 'l40s', gpu_link: 'pcie', gpu_memory: 48 };
const A100_PCIE: Card = { gpu_type: 'a100-80gb', gpu_link: 'pcie', gpu_memory: 80 };
const A100_SXM: Card = { gpu_type: 'a100-80gb', gpu_link: 'sxm', gpu_memory: 80 };
const H100_SXM: Card = { gpu_type: 'h100-80gb', gpu_link: 'sxm', gpu_memory: 80 };
/** Named after 140 GB; the card has 141. */
const H200_SXM: Card = { gpu_type: 'h200-140gb', gpu_link: 'sxm', gpu_memory: 141 };
const B200_SXM: Card = { gpu_type: 'b200-180gb', gpu_link: 'sxm', gpu_memory: 180 };

/** From small cards to large ones. */
export const SAMPLE_HARDWARE: readonly SampleHardware[] = [
  row(RTX_6000_ADA, 1, 1.7, OWN_FIGURE),
  row(RTX_6000_ADA, 2, 3.4, OWN_FIGURE),
  row(L40, 1, 1.65, OWN_FIGURE),
  row(L40S, 1, 2.1, OWN_FIGURE),
  row(L40S, 2, 4.35, OWN_FIGURE),
  row(A100_PCIE, 1, 2.45, OWN_FIGURE),
  row(A100_SXM, 1, 2.71, DEDICATED_2025),
  row(A100_SXM, 2, 5.42, DEDICATED_2025),
  row(A100_SXM, 4, 11.2, OWN_FIGURE),
  row(A100_SXM, 8, 22.8, OWN_FIGURE),
  row(H100_SXM, 1, 9, DEDICATED),
  row(H100_SXM, 2, 18, DEDICATED),
  row(H100_SXM, 4, 36, DEDICATED),
  row(H100_SXM, 8, 72, DEDICATED),
  row(H200_SXM, 1, 11, DEDICATED),
  row(H200_SXM, 8, 88, DEDICATED),
  row(B200_SXM, 1, 15, DEDICATED),
  row(B200_SXM, 8, 120, DEDICATED),
];

function row(card: Card, count: number, centsPerMinute: number, priceDate: string): SampleHardware {
  const model = card.gpu_type.replaceAll('-', '_');
  // Some types are named after their memory already.
  const memory = /_\d+gb$/u.test(model) ? '' : `_${card.gpu_memory}gb`;
  const id = `${count}x_nvidia_${model}${memory}_${card.gpu_link}`;
  return { id, card, count, centsPerMinute, priceDate };
}
