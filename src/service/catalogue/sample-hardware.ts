// The sample catalogue of dedicated hardware: true specs, dated prices, nothing that can be rented here.
import {
  DEDICATED,
  DEDICATED_2025,
  DEDICATED_2025_HALF,
  DEDICATED_TIMES_COUNT,
  OWN_FIGURE,
  type PriceNote,
} from './price-note.ts';

/** A card: what it is called, how it is linked, GB of memory. */
export interface Card {
  readonly gpu_type: string;
  readonly gpu_link: string;
  readonly gpu_memory: number;
}

/** A configuration of one or more equal cards; its price is for all of them together. */
export interface SampleHardware {
  /** Irregular, as services name them: neither memory nor link can be read from it. */
  readonly id: string;
  readonly card: Card;
  readonly count: number;
  readonly centsPerMinute: number;
  readonly priceNote: PriceNote;
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
  row('1x_nvidia_rtx_6000_ada', RTX_6000_ADA, 1, 1.7, OWN_FIGURE),
  row('2x_nvidia_rtx_6000_ada', RTX_6000_ADA, 2, 3.4, OWN_FIGURE),
  row('1x_nvidia_l40', L40, 1, 1.65, OWN_FIGURE),
  row('1x_nvidia_l40s', L40S, 1, 2.1, OWN_FIGURE),
  row('2x_nvidia_l40s', L40S, 2, 4.35, OWN_FIGURE),
  row('1x_nvidia_a100_80gb_pcie', A100_PCIE, 1, 2.45, OWN_FIGURE),
  row('1x_nvidia_a100_80gb_sxm', A100_SXM, 1, 2.71, DEDICATED_2025_HALF),
  row('2x_nvidia_a100_80gb_sxm', A100_SXM, 2, 5.42, DEDICATED_2025),
  row('4x_nvidia_a100_80gb_sxm', A100_SXM, 4, 11.2, OWN_FIGURE),
  row('8x_nvidia_a100_80gb_sxm', A100_SXM, 8, 22.8, OWN_FIGURE),
  row('1x_nvidia_h100_80gb_sxm', H100_SXM, 1, 9, DEDICATED),
  row('2x_nvidia_h100_80gb_sxm', H100_SXM, 2, 18, DEDICATED_TIMES_COUNT),
  row('4x_nvidia_h100_80gb_sxm', H100_SXM, 4, 36, DEDICATED_TIMES_COUNT),
  row('8x_nvidia_h100_80gb_sxm', H100_SXM, 8, 72, DEDICATED_TIMES_COUNT),
  row('1x_nvidia_h200_140gb_sxm', H200_SXM, 1, 11, DEDICATED),
  row('8x_nvidia_h200_140gb_sxm', H200_SXM, 8, 88, DEDICATED_TIMES_COUNT),
  row('1x_nvidia_b200_180gb_sxm', B200_SXM, 1, 15, DEDICATED),
  row('8x_nvidia_b200_180gb_sxm', B200_SXM, 8, 120, DEDICATED_TIMES_COUNT),
];

function row(
  id: string,
  card: Card,
  count: number,
  centsPerMinute: number,
  priceNote: PriceNote,
): SampleHardware {
  return { id, card, count, centsPerMinute, priceNote };
}
