// Result of a held-out check: verdict, totals and samples.
import { formatCount, formatCounted, formatSignificant, noValue } from '#lib/format.ts';
import { formatPercent } from '#run/format-share.ts';
import { utf8Length } from '#lib/unicode.ts';
import { type PlainColumn, PlainTable } from '#ui/PlainTable.tsx';
import { Status } from '#ui/States.tsx';
import { countedText, type SpanScore } from '#run/echo-score.ts';
import { OtherConnection } from '#run/OtherConnection.tsx';
import type { RequestSetState } from '#run/request-set.ts';
import { outcomesOf, type Check, type SampleOutcome } from './run-check.ts';
import type { Sample } from './samples.ts';

/** All rows are there from the start. */
export function HeldOutResult({ check }: { check: RequestSetState<Check> }) {
  const { models, samples } = check.plan;
  const outcomes = outcomesOf(check);
  const comparison = compareScores(models, outcomes);
  const failure = outcomes.find((outcome) => 'failure' in outcome);
  const isRunning = check.runningCount > 0;
  const isStopped = !isRunning && failure === undefined && outcomes.length < check.runs.length;
  return (
    <div className="grid content-start gap-3">
      <div role="status" aria-label="Held-out check" className="flex flex-wrap gap-x-3 tabular-nums">
        <Status tone={failure ? 'bad' : isRunning ? 'live' : isStopped ? 'partial' : 'ok'}>
          {`${formatCount(outcomes.length)} of ${formatCounted(check.runs.length, 'answer')}${isStopped ? ', stopped' : ''}`}
        </Status>
        <span className="text-muted">{verdict(comparison)}</span>
      </div>
      {failure !== undefined && 'failure' in failure && (
        <p role="alert" className="wrap-anywhere text-bad">
          {failure.model}: {failure.failure} The rest was not sent.
        </p>
      )}
      {check.isUnstored && (
        <p className="text-dense text-warn">This result is not stored: it is lost when the page is closed.</p>
      )}
      <OtherConnection runs={check.runs} />
      <ScoreTable models={models} samples={samples} outcomes={outcomes} comparison={comparison} />
    </div>
  );
}

interface ScoreTableProps extends Pick<Check, 'models' | 'samples'> {
  outcomes: readonly SampleOutcome[];
  comparison: Comparison;
}

function ScoreTable(props: ScoreTableProps) {
  const { models, samples } = props;
  return (
    <div className="max-h-80 overflow-auto">
      <PlainTable
        label="Perplexity on held-out samples"
        columns={[sampleColumn, ...models.map((_, place) => modelColumn(place, props))]}
        rows={[null, ...samples]}
        rowKey={(_, position) => position}
      />
    </div>
  );
}

/** Null: over all shared samples. */
const sampleColumn: PlainColumn<Sample | null> = {
  id: 'Perplexity',
  isRowHead: true,
  look: 'max-w-60 max-tablet:max-w-28',
  cell: (sample) =>
    sample === null ? (
      <span className="font-strong">All shared samples</span>
    ) : (
      <span className="block truncate font-mono">{sample.text}</span>
    ),
};

function modelColumn(
  place: number,
  { models, outcomes, comparison }: ScoreTableProps,
): PlainColumn<Sample | null> {
  const model = models[place] ?? '';
  return {
    id: model,
    head: <span title={model}>{place === 0 ? 'base' : shortName(model)}</span>,
    isNumber: true,
    cell: (sample, position) =>
      sample === null ? (
        <TotalScore score={comparison.models[place]} />
      ) : (
        figure(perplexityOf(outcomes, position - 1, model))
      ),
  };
}

function TotalScore({ score }: { score: ModelScore | undefined }) {
  return (
    <>
      <span className="font-strong">{figure(score?.perplexity ?? null)}</span>
      <span className="block whitespace-nowrap text-faint">
        {figure(score?.bitsPerByte ?? null)} bits per byte
      </span>
    </>
  );
}

/** Exported for its test. */
export function verdict({ models: [base, tuned], shared, isSameTokens }: Comparison): string {
  const valueOf = (score: ModelScore | undefined) =>
    (isSameTokens ? score?.perplexity : score?.bitsPerByte) ?? null;
  const [was, is] = [valueOf(base), valueOf(tuned)];
  if (was === null || is === null) return 'No sample has been scored by both yet.';
  const change = (is - was) / was;
  const how =
    change === 0
      ? 'the same as'
      : `${formatPercent(Math.abs(change))} ${change < 0 ? 'lower' : 'higher'} than`;
  const what = isSameTokens ? 'Perplexity' : 'Bits per byte (the models tokenize differently)';
  const over = `over ${formatCount(shared)} shared ${shared === 1 ? 'sample' : 'samples'}`;
  return `${what} ${figure(was)} → ${figure(is)}, ${how} the base’s, ${over}.`;
}

function perplexityOf(outcomes: readonly SampleOutcome[], sample: number, model: string): number | null {
  const found = outcomes.find((each) => each.sample === sample && each.model === model);
  return found !== undefined && 'score' in found ? found.score.perplexity : null;
}

/** `ft-1:120` becomes `step 120`. */
function shortName(model: string): string {
  const step = /:(\d+)$/.exec(model)?.[1];
  return step === undefined ? model : `step ${formatCount(Number(step))}`;
}

function figure(value: number | null): string {
  return value === null ? noValue : formatSignificant(value, 3);
}

/** Over shared samples. */
interface ModelScore {
  /** exp of the mean −log p per token; null without shared samples. */
  readonly perplexity: number | null;
  readonly bitsPerByte: number | null;
  readonly tokens: number;
}

interface Comparison {
  readonly models: readonly ModelScore[];
  /** Samples read by every model. */
  readonly shared: number;
  /** Equal token counts; else perplexities cannot be compared. */
  readonly isSameTokens: boolean;
}

/** @param models in display order */
export function compareScores(models: readonly string[], outcomes: readonly SampleOutcome[]): Comparison {
  const scores = new Map(
    outcomes.flatMap((outcome) =>
      'score' in outcome && outcome.score.count > 0
        ? [[`${outcome.sample} ${outcome.model}`, outcome.score] as const]
        : [],
    ),
  );
  const scoreOf = (sample: number, model: string): SpanScore | undefined => scores.get(`${sample} ${model}`);
  const samples = [...new Set(outcomes.map(({ sample }) => sample))];
  const shared = samples.filter((sample) => models.every((model) => scoreOf(sample, model) !== undefined));
  const compared = models.map((model) => {
    const own = shared.flatMap((sample) => scoreOf(sample, model) ?? []);
    const nats = own.reduce((sum, score) => sum - (score.sum ?? 0), 0);
    const tokens = own.reduce((sum, score) => sum + score.count, 0);
    const bytes = own.reduce((sum, score) => sum + utf8Length(countedText(score)), 0);
    return {
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
