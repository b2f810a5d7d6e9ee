// A fine-tune as the charts take it; the same object while nothing in it is new, because charts keep what they computed by it.
import type { FineTune } from '#api/schema/fine-tune.ts';
import { readTimeMs } from '#lib/read-time.ts';
import type { ChartRun } from '#pages/fine-tunes/chart/chart-run.ts';
import type { Overlay } from './use-overlays.ts';

const runs = new WeakMap<object, ChartRun>();

/** @param total steps of the whole training, null where unknown; @param dollars what all of it costs, null where unknown */
export function chartRunOf(
  { record, events, curves }: Overlay,
  total: number | null,
  dollars: number | null,
): ChartRun {
  const run: ChartRun = {
    id: record.id,
    label: record.model_output_name || record.id,
    curves,
    tokensPerStep: perStep(record.token_count, total),
    dollarsPerStep: perStep(dollars ?? undefined, total),
    startedMs: startOf(record, events),
  };
  const known = runs.get(curves);
  if (known !== undefined && isSame(known, run)) return known;
  runs.set(curves, run);
  return run;
}

/** When the training began, by its newest such event; a restart begins it anew. */
function startOf(record: FineTune, events: Overlay['events']): number | null {
  const start = events.findLast(({ type }) => type?.toLowerCase() === 'training_start');
  return readTimeMs(start?.created_at) ?? readTimeMs(record.started_at);
}

// 0 often means "not set", and would make an axis on which nothing moves.
function perStep(sum: number | undefined, total: number | null): number | null {
  return sum !== undefined && sum > 0 && total !== null && total > 0 ? sum / total : null;
}

function isSame(one: ChartRun, other: ChartRun): boolean {
  return (
    one.id === other.id &&
    one.label === other.label &&
    one.tokensPerStep === other.tokensPerStep &&
    one.dollarsPerStep === other.dollarsPerStep &&
    one.startedMs === other.startedMs
  );
}
