// The echo score of each rung: how well it reads a text that it was not trained on, and how that changed from the base.
import { type Rung, rungName } from '#pages/playground/compare/checkpoint-models.ts';
import type { Scoring } from './score.ts';

/** One rung with its score. */
export interface RungScore {
  readonly rung: Rung;
  readonly name: string;
  /** Null while it is not there, or could not be had. */
  readonly perplexity: number | null;
  /** Tokens that count. */
  readonly count: number | null;
  /** Change of the perplexity from the base, as a share: −0.25 is a quarter less. Null where one of both is not known. */
  readonly change: number | null;
  /** Lowest of all that are known. */
  readonly isBest: boolean;
  /** Why there is no score; null where there is one, or none yet. */
  readonly problem: string | null;
}

/** @param scorings position by position; null where one has not come yet */
export function ladderScores(
  rungs: readonly Rung[],
  scorings: readonly (Scoring | null)[],
): readonly RungScore[] {
  const perplexities = rungs.map((_, position) => {
    const scoring = scorings[position];
    return scoring?.ok ? scoring.score.perplexity : null;
  });
  const known = perplexities.filter((each) => each !== null);
  const best = known.length > 1 ? Math.min(...known) : null;
  const base = perplexities[rungs.findIndex(({ kind }) => kind === 'base')] ?? null;
  return rungs.map((rung, position) => {
    const scoring = scorings[position] ?? null;
    const perplexity = perplexities[position] ?? null;
    return {
      rung,
      name: rungName(rung),
      perplexity,
      count: scoring?.ok ? scoring.score.count : null,
      change: perplexity === null || base === null || rung.kind === 'base' ? null : perplexity / base - 1,
      isBest: perplexity !== null && perplexity === best,
      problem: scoring?.ok === false ? scoring.message : null,
    };
  });
}

/** `+4.2 %`, `−12.0 %`; a dash for what is not known. */
export function formatChange(change: number | null): string {
  if (change === null) return '–';
  const share = (change * 100).toFixed(1);
  return `${Number(share) > 0 ? '+' : ''}${share.replace(/^-(?=0\.0$)/, '').replace('-', '−')} %`;
}

/** At most `limit` of the rungs, evenly chosen; the first and the last are always among them. */
export function chooseRungs(rungs: readonly Rung[], limit: number): readonly Rung[] {
  if (rungs.length <= limit) return rungs;
  const positions = Array.from({ length: limit }, (_, index) =>
    Math.round((index * (rungs.length - 1)) / (limit - 1)),
  );
  return positions.flatMap((position) => rungs[position] ?? []);
}
