// From the scores of samples to a verdict: the perplexity of each model over the samples that all of them have read.
import type { EchoScore } from './score-echo.ts';
import type { SampleOutcome } from './run-check.ts';

/** A model over all shared samples. */
export interface ModelScore {
  readonly model: string;
  /** e to the mean −log p of a token; null where no sample is shared. */
  readonly perplexity: number | null;
  readonly bitsPerByte: number | null;
  readonly tokens: number;
}

/** The comparison. */
export interface Comparison {
  readonly models: readonly ModelScore[];
  /** Samples that every model has read; only these count. */
  readonly shared: number;
  /** Whether all models cut the samples into equally many tokens: only then perplexities can be compared. */
  readonly isSameTokens: boolean;
}

/** @param models in the order in which they are shown */
export function compareScores(models: readonly string[], outcomes: readonly SampleOutcome[]): Comparison {
  const scores = new Map(
    outcomes.flatMap((outcome) =>
      'score' in outcome ? [[`${outcome.sample} ${outcome.model}`, outcome.score] as const] : [],
    ),
  );
  const scoreOf = (sample: number, model: string): EchoScore | undefined => scores.get(`${sample} ${model}`);
  const samples = [...new Set(outcomes.map(({ sample }) => sample))];
  const shared = samples.filter((sample) => models.every((model) => scoreOf(sample, model) !== undefined));
  const compared = models.map((model) => {
    const own = shared.flatMap((sample) => scoreOf(sample, model) ?? []);
    const nats = own.reduce((sum, score) => sum + score.nats, 0);
    const tokens = own.reduce((sum, score) => sum + score.tokens, 0);
    const bytes = own.reduce((sum, score) => sum + score.bytes, 0);
    return {
      model,
      perplexity: tokens === 0 ? null : Math.exp(nats / tokens),
      bitsPerByte: bytes === 0 ? null : nats / Math.LN2 / bytes,
      tokens,
    };
  });
  return {
    models: compared,
    shared: shared.length,
    isSameTokens: new Set(compared.map(({ tokens }) => tokens)).size <= 1,
  };
}
