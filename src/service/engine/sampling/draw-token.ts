// Drawing a token by weight: filtered without sorting more of the vocabulary than needed.
import { at } from '#lib/at.ts';

/** Which tokens remain; applied in this order, and off at 0, 0 and 1. */
export interface Filters {
  readonly topK: number;
  readonly minP: number;
  readonly topP: number;
}

interface Candidate {
  readonly id: number;
  readonly weight: number;
}

/** Weights below e^-40 of the largest cannot change a 53-bit draw. */
const NEGLIGIBLE = 40;
/** Tokens are counted in steps of this many to a unit of ln(weight), so that only the upper steps have to be sorted. */
const STEPS_PER_UNIT = 2;

/**
 * Draws a token from scores (logits after penalties and bias), the largest of which is 0, at a temperature above 0.
 * `draw` is the random number, in [0, 1).
 */
export function drawToken(
  scores: Float64Array,
  temperature: number,
  { topK, minP, topP }: Filters,
  draw: number,
): number {
  // A share of the likeliest, which every filter keeps: min_p takes the same before top_k as after it.
  const weights = weigh(scores, temperature, minP);
  if (topK === 0 && topP >= 1) return pickIndex(weights, draw * sumOf(weights));
  if (topK === 0) {
    const enough = topP * sumOf(weights);
    return pickCandidate(
      nucleus(
        largest(weights, enough, (weight) => weight),
        enough,
      ),
      draw,
    );
  }
  const top = largest(weights, topK, () => 1).slice(0, topK);
  return pickCandidate(nucleus(top, topP * totalWeight(top)), draw);
}

/** The weight of every token relative to the likeliest, which has 1; 0 where it is below `least` or negligible. */
function weigh(scores: Float64Array, temperature: number, least: number): Float64Array {
  const weights = new Float64Array(scores.length);
  const lowest = -NEGLIGIBLE * temperature;
  let id = 0;
  for (const score of scores) {
    if (score >= lowest) {
      const weight = Math.exp(score / temperature);
      if (weight >= least) weights[id] = weight;
    }
    id++;
  }
  return weights;
}

/** The largest candidates, sorted, equal ones by id: at least as many as are `enough`, each counting as `amount` says. */
function largest(weights: Float64Array, enough: number, amount: (weight: number) => number): Candidate[] {
  const amounts = new Float64Array(NEGLIGIBLE * STEPS_PER_UNIT + 1);
  for (const weight of weights)
    if (weight > 0) {
      const step = Math.floor(-Math.log(weight) * STEPS_PER_UNIT);
      amounts[step] = (amounts[step] ?? 0) + amount(weight);
    }
  let [sum, steps] = [0, 0];
  while (sum < enough && steps < amounts.length) sum += at(amounts, steps++);
  // A little lower than the step's end, so that rounding loses none; too many do no harm.
  const limit = Math.exp(-steps / STEPS_PER_UNIT) * (1 - 1e-9);
  const candidates: Candidate[] = [];
  let id = 0;
  for (const weight of weights) {
    if (weight >= limit) candidates.push({ id, weight });
    id++;
  }
  return candidates.sort((a, b) => b.weight - a.weight);
}

/** The fewest candidates from the front that together weigh `enough`; at least one. */
function nucleus(sorted: readonly Candidate[], enough: number): Candidate[] {
  let sum = 0;
  let count = 0;
  for (const { weight } of sorted) {
    sum += weight;
    count++;
    if (sum >= enough) break;
  }
  return sorted.slice(0, count);
}

function pickIndex(weights: Float64Array, place: number): number {
  let rest = place;
  let last = 0;
  let id = 0;
  for (const weight of weights) {
    rest -= weight;
    if (weight > 0) last = id;
    if (rest < 0) return id;
    id++;
  }
  return last;
}

function pickCandidate(candidates: readonly Candidate[], draw: number): number {
  let rest = draw * totalWeight(candidates);
  let last = 0;
  for (const { id, weight } of candidates) {
    rest -= weight;
    last = id;
    if (rest < 0) break;
  }
  return last;
}

const totalWeight = (candidates: readonly Candidate[]): number =>
  candidates.reduce((sum, { weight }) => sum + weight, 0);

function sumOf(weights: Float64Array): number {
  let sum = 0;
  for (const weight of weights) sum += weight;
  return sum;
}
