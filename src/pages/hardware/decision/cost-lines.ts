// Cost lines for the chart: serverless linear, dedicated as a step function.
import { hoursOf, computeBreakEven, replicasAt } from './break-even.ts';
import { tokensPerReplica, type Decision } from './decision.ts';

/** Tokens per minute and dollars per period. */
interface CostPoint {
  readonly x: number;
  readonly y: number;
}

/** A line is null if its price is unknown. */
interface CostLines {
  readonly serverless: readonly CostPoint[] | null;
  readonly dedicated: readonly CostPoint[] | null;
  /** The first break-even, even beyond capacity; null if out of view. */
  readonly crossing: CostPoint | null;
  /** Traffic above which the machines cannot serve; null if they can or it is unknown. */
  readonly cannotServeFrom: number | null;
}

/** Cap on steps, so that a tiny throughput cannot fill the chart. */
const mostSteps = 400;

/** Maximum of the traffic axis: break-even and capacity with room beyond. */
export function trafficInSight(decision: Decision): number {
  const { breakEven, capacity, verdict } = computeBreakEven(decision);
  const { growth, traffic } = decision.terms;
  const one = (capacity.value ?? 0) * (growth === 'added' && verdict.kind === 'never' ? 8 : 1.25);
  const other = verdict.kind === 'never' && growth === 'added' ? 0 : (breakEven.value ?? 0) * 1.6;
  return roundUp(Math.max(one, other, traffic, 1000));
}

/** @param to end of the visible traffic */
export function costLines(decision: Decision, to: number): CostLines {
  const { serverless, breakEven, capacity, verdict } = computeBreakEven(decision);
  const { terms, hardware } = decision;
  const hours = hoursOf(terms.period);
  const perToken = serverless.value === null ? null : (serverless.value / 1e6) * 60 * hours;
  const perReplica = hardware.centsPerMinute === null ? null : hardware.centsPerMinute * 0.6 * hours;
  const crosses =
    (verdict.kind !== 'never' || terms.growth === 'fixed') &&
    breakEven.value !== null &&
    breakEven.value > 0 &&
    breakEven.value <= to;
  return {
    serverless:
      perToken === null
        ? null
        : [
            { x: 0, y: 0 },
            { x: to, y: to * perToken },
          ],
    dedicated: perReplica === null ? null : steps(decision, to, perReplica),
    crossing:
      crosses && perToken !== null && breakEven.value !== null
        ? { x: breakEven.value, y: breakEven.value * perToken }
        : null,
    cannotServeFrom:
      terms.growth === 'fixed' && capacity.value !== null && capacity.value < to ? capacity.value : null,
  };
}

function steps({ terms }: Decision, to: number, perReplica: number): readonly CostPoint[] {
  const { utilisation, replicas } = terms;
  const ofOne = tokensPerReplica(terms);
  const points: CostPoint[] = [{ x: 0, y: replicas * perReplica }];
  const last = replicasAt(terms, to);
  if (ofOne !== null && last - replicas <= mostSteps) {
    for (let count = replicas; count < last; count++) {
      const full = count * ofOne * utilisation;
      points.push({ x: full, y: count * perReplica }, { x: full, y: (count + 1) * perReplica });
    }
  }
  points.push({ x: to, y: last * perReplica });
  return points;
}

/** The next round number above, for the end of an axis. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const lead = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((each) => each * power >= value * (1 - 1e-9));
  return (lead ?? 10) * power;
}
