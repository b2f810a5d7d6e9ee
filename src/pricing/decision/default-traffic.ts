// Where both costs are read before anybody has said: where the answer is worth reading.
import type { Decision } from './decision.ts';
import { reckon } from './reckon.ts';

/** Half as much again as the break-even, and never more than the machines serve; two digits. In tokens a minute. */
export function defaultTraffic(decision: Decision): number {
  const { breakEven, capacity } = reckon(decision);
  const wanted = breakEven.value === null || breakEven.value === 0 ? 100_000 : breakEven.value * 1.5;
  return floorToTwoDigits(Math.max(1, Math.min(wanted, capacity.value ?? Infinity)));
}

function floorToTwoDigits(value: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.floor(value / power) * power;
}
