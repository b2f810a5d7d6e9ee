// Sample catalogue of dedicated hardware: real specs, dated prices, not for rent here.
import { dedicated, dedicated2025, ownFigure } from './sample-model.ts';

/** A GPU model; memory in GB. */
interface Card {
  readonly gpu_type: string;
  readonly gpu_link: string;
  readonly gpu_memory: number;
}

/** One or more equal cards; the price is for all of them together. */
export interface SampleHardware {
  /** Count, vendor, model, memory and link. */
  readonly id: string;
  readonly card: Card;
  readonly count: number;
  readonly centsPerMinute: number;
  /** YYYY-MM-DD, the day on which the price was noted. */
  readonly priceDate: string;
}

const rtx6000Ada: Card = { gpu_type: 'rtx-6000-ada', gpu_link: 'pcie', gpu_memory: 48 };
const l40: Card = { gpu_type: 'l40', gpu_link: 'pcie', gpu_memory: 48 };
const l40s: Card = { gpu_type: 'l40s', gpu_link: 'pcie', gpu_memory: 48 };
const a100Pcie: Card = { gpu_type: 'a100-80gb', gpu_link: 'pcie', gpu_memory: 80 };
const a100Sxm: Card = { gpu_type: 'a100-80gb', gpu_link: 'sxm', gpu_memory: 80 };
const h100Sxm: Card = { gpu_type: 'h100-80gb', gpu_link: 'sxm', gpu_memory: 80 };
/** Its name says 140 GB; the card has 141. */
const h200Sxm: Card = { gpu_type: 'h200-140gb', gpu_link: 'sxm', gpu_memory: 141 };
const b200Sxm: Card = { gpu_type: 'b200-180gb', gpu_link: 'sxm', gpu_memory: 180 };

/** From small cards to large ones. */
export const sampleHardware: readonly SampleHardware[] = [
  row(rtx6000Ada, 1, 1.7, ownFigure),
  row(rtx6000Ada, 2, 3.4, ownFigure),
  row(l40, 1, 1.65, ownFigure),
  row(l40s, 1, 2.1, ownFigure),
  row(l40s, 2, 4.35, ownFigure),
  row(a100Pcie, 1, 2.45, ownFigure),
  row(a100Sxm, 1, 2.71, dedicated2025),
  row(a100Sxm, 2, 5.42, dedicated2025),
  row(a100Sxm, 4, 11.2, ownFigure),
  row(a100Sxm, 8, 22.8, ownFigure),
  row(h100Sxm, 1, 9, dedicated),
  row(h100Sxm, 2, 18, dedicated),
  row(h100Sxm, 4, 36, dedicated),
  row(h100Sxm, 8, 72, dedicated),
  row(h200Sxm, 1, 11, dedicated),
  row(h200Sxm, 8, 88, dedicated),
  row(b200Sxm, 1, 15, dedicated),
  row(b200Sxm, 8, 120, dedicated),
];

function row(card: Card, count: number, centsPerMinute: number, priceDate: string): SampleHardware {
  const model = card.gpu_type.replaceAll('-', '_');
  // Some model names already contain the memory.
  const memory = /_\d+gb$/u.test(model) ? '' : `_${card.gpu_memory}gb`;
  const id = `${count}x_nvidia_${model}${memory}_${card.gpu_link}`;
  return { id, card, count, centsPerMinute, priceDate };
}
