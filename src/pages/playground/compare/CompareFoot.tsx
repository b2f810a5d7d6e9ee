// The comparison as an instrument: how many requests, what they cost at most before, and what they cost after.
import type { Model } from '#api/schema/model.ts';
import { formatCount } from '#lib/format.ts';
import type { DraftReading } from '#draft/draft.ts';
import { readFigures } from '#run/run-figures.ts';
import { isRunning, type Run } from '#run/run.ts';
import { HeatLegend } from '#pages/playground/tokens/HeatLegend.tsx';
import { useRunClock } from '#run/run-store.ts';
import { boundRequest, pricedModel, usageDollars } from '#pricing/completion-cost.ts';
import { useTokenUnit } from '#pricing/units.ts';
import { Figure, InstrumentStrip } from '#ui/InstrumentStrip.tsx';
import { Status, type Tone } from '#ui/Status.tsx';
import { addUp, describeDollars, describeTokens } from './sums.ts';

interface CompareFootProps {
  readings: readonly DraftReading[];
  /** Of the same columns, null where one has not run. */
  runs: readonly (Run | null)[];
  models: readonly Model[];
}

/** Bounds are of what would be sent now; costs of what was sent. */
export function CompareFoot({ readings, runs, models }: CompareFootProps) {
  const unit = useTokenUnit((state) => state.unit);
  const nowMs = useRunClock(runs.find(isRunning) ?? null, 200);
  const known = runs.flatMap((run) => run ?? []);
  const ended = known.filter(({ state }) => state.phase === 'ended');
  const queued = known.filter(({ state }) => state.phase === 'queued');
  const priced = (id: string) => pricedModel(models, id, unit);
  // What cannot be sent yet has no bound either.
  const bounds = readings.map((each) =>
    each.ok ? boundRequest(each.request, priced(each.request.model)) : null,
  );
  const costs = ended.map((run) =>
    usageDollars(readFigures(run, nowMs).usage, priced(run.request.model).prices),
  );
  const tokens = known.reduce((sum, { recording }) => sum + recording.tokenCount, 0);
  const { tone, label } = describe(known.length, ended);
  const line = queued.length > 0 ? `, ${queued.length} in line` : '';
  return (
    <InstrumentStrip label="Comparison figures" end={<HeatLegend />}>
      <Figure
        label={`${readings.length} ${readings.length === 1 ? 'request' : 'requests'}${line}`}
        value={
          <output aria-label="Comparison" className="-ml-1 flex">
            <Status tone={tone}>{label}</Status>
          </output>
        }
        signs={14}
      />
      <Figure
        label="tokens at most"
        value={describeTokens(addUp(bounds.map((each) => each?.tokens ?? null)))}
        signs={8}
      />
      <Figure
        label="cost at most"
        value={describeDollars(addUp(bounds.map((each) => each?.dollars ?? null)))}
        signs={9}
      />
      <Figure label="tokens received" value={known.length > 0 ? formatCount(tokens) : '–'} signs={8} />
      <Figure label="cost" value={describeDollars(addUp(costs))} signs={9} />
    </InstrumentStrip>
  );
}

/** How many are over, and whether any of them failed. */
function describe(count: number, ended: readonly Run[]): { tone: Tone; label: string } {
  if (count === 0) return { tone: 'none', label: 'Ready' };
  if (ended.length < count) return { tone: 'live', label: `${ended.length} of ${count} ended` };
  const failed = ended.filter(({ state }) => state.phase === 'ended' && state.error !== null).length;
  return failed === 0
    ? { tone: 'ok', label: 'All ended' }
    : { tone: 'bad', label: `${failed} of ${count} failed` };
}
