// Held-out perplexity per checkpoint.
import { type Stage, stageName } from '#pages/playground/compare/stages.ts';
import type { Scoring } from '#run/echo-score.ts';

export interface StageScore {
  readonly stage: Stage;
  readonly name: string;
  readonly perplexity: number | null;
  readonly count: number | null;
  /** Relative to the base: −0.25 is a quarter less. */
  readonly change: number | null;
  /** Lowest known perplexity. */
  readonly isBest: boolean;
  /** Why there is no score. */
  readonly problem: string | null;
}

/** @param scorings by position; null while pending */
export function stageScores(
  stages: readonly Stage[],
  scorings: readonly (Scoring | null)[],
): readonly StageScore[] {
  const perplexities = stages.map((_, position) => {
    const scoring = scorings[position];
    return scoring?.ok ? scoring.score.perplexity : null;
  });
  const known = perplexities.filter((each) => each !== null);
  const best = known.length > 1 ? Math.min(...known) : null;
  const base = perplexities[stages.findIndex(({ kind }) => kind === 'base')] ?? null;
  return stages.map((stage, position) => {
    const scoring = scorings[position] ?? null;
    const perplexity = perplexities[position] ?? null;
    return {
      stage,
      name: stageName(stage),
      perplexity,
      count: scoring?.ok ? scoring.score.count : null,
      change: perplexity === null || base === null || stage.kind === 'base' ? null : perplexity / base - 1,
      isBest: perplexity !== null && perplexity === best,
      problem: scoring?.ok === false ? scoring.message : null,
    };
  });
}

/** Evenly spaced, with the first and last, and with the one of a model. */
export function chooseStages(stages: readonly Stage[], limit: number, model: string): readonly Stage[] {
  if (stages.length <= limit) return stages;
  const spacing = (stages.length - 1) / (limit - 1);
  const positions = Array.from({ length: limit }, (_, index) => Math.round(index * spacing));
  const own = stages.findIndex((stage) => stage.model === model);
  if (own !== -1 && !positions.includes(own))
    positions[Math.min(limit - 2, Math.max(1, Math.round(own / spacing)))] = own;
  return positions.flatMap((position) => stages[position] ?? []);
}
