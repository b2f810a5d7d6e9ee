// Status and figures of a comparison column.
import { memo, type ReactNode } from 'react';
import type { Model } from '#api/schema/model.ts';
import { formatCount, formatDuration, formatKnown, formatLeast, formatTenths, noValue } from '#lib/format.ts';
import { readFigures } from '#run/run-figures.ts';
import { spentDollars, useCostGround } from '#pages/playground/parameters/cost.ts';
import { countReasons, listFinishes } from '#run/finish-words.ts';
import { useRunClock } from '#run/run-store.ts';
import { formatDollars } from '#pricing/money.ts';
import { statusOf, type Run } from '#run/run.ts';
import { Status } from '#ui/States.tsx';
import { bitsPerByte } from './bits-per-byte.ts';
import { type Comparison, ordinal } from './comparison.ts';
import { usePlaceInLine } from './column-acts.ts';

interface ColumnFiguresProps {
  run: Run | null;
  models: readonly Model[];
  /** Of one request, until the actual cost is known. */
  boundDollars: number | null;
}

const readingMs = 200;

export function ColumnState({ comparison, run }: { comparison: Comparison; run: Run | null }) {
  const place = usePlaceInLine(comparison, run);
  const { tone, label } = statusOf(run);
  return (
    // A comparison says how many are done: twelve columns would all speak.
    <output aria-label="State" aria-live="off" className="-ml-1 flex shrink-0">
      <Status tone={tone}>{place ? `${ordinal(place)} in queue` : label}</Status>
    </output>
  );
}

/** No perplexity: columns may use different tokenizers. */
export const ColumnFigures = memo(function ColumnFigures({ run, models, boundDollars }: ColumnFiguresProps) {
  const nowMs = useRunClock(run, readingMs);
  const figures = run && readFigures(run, nowMs);
  const least = (text: string) => formatLeast(text, figures?.isUncounted === true);
  return (
    <dl className="grid max-w-120 grid-cols-3 gap-x-3 gap-y-1">
      <Small label="time to first token" value={formatKnown(figures?.firstTokenMs, formatDuration)} />
      <Small
        label="tokens/s"
        value={formatKnown(figures?.tokensPerSecond, (speed) => least(formatTenths(speed)))}
      />
      <Small label="tokens" value={figures ? least(formatCount(figures.tokenCount)) : noValue} />
      <Small label="bits/byte" value={formatKnown(run && bitsPerByte(run), (value) => value.toFixed(3))} />
      <Cost run={run} models={models} boundDollars={boundDollars} />
      <Small label="finish" value={describeFinish(run)} />
    </dl>
  );
});

function Cost({ run, models, boundDollars }: ColumnFiguresProps) {
  const ground = useCostGround(models);
  if (run?.state.phase !== 'ended') {
    return <Small label="max cost" value={boundDollars === null ? 'unknown' : formatDollars(boundDollars)} />;
  }
  return <Small label="cost" value={formatKnown(spentDollars(run, ground), formatDollars, 'unknown')} />;
}

function Small({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col-reverse">
      <dt className="truncate text-label text-faint">{label}</dt>
      <dd className="truncate text-dense font-medium">{value}</dd>
    </div>
  );
}

/** As sent; counted if there are several choices. */
function describeFinish(run: Run | null): string {
  const counts = countReasons(run?.recording.choices.values() ?? []);
  const [first] = counts.keys();
  if (first === undefined) return noValue;
  return run?.recording.choices.size === 1 ? first : listFinishes(counts);
}
