// What the horizontal axes are called.
import type { XAxis } from './chart-view.ts';

/** In lower case, as they stand in a sentence. */
export const axisNames: Readonly<Record<XAxis, string>> = {
  step: 'step',
  epoch: 'epoch',
  tokens: 'tokens',
  elapsed: 'elapsed time',
  wall: 'wall time',
  cost: 'cost',
};
