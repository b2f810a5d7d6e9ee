// Compare toolbar.
import type { Model } from '#api/schema/model.ts';
import type { DraftReading } from '#draft/draft.ts';
import { formatCount, formatCounted, formatLeast, noValue } from '#lib/format.ts';
import { boundOf, spentDollars, useCostGround } from '#pages/playground/parameters/cost.ts';
import { HeatLegend } from '#pages/playground/tokens/HeatLegend.tsx';
import { countStalls } from '#pages/playground/tokens/stalls.ts';
import { ViewSwitch } from '#pages/playground/write/ViewFrame.tsx';
import { type RunButton } from '#run/run-button.ts';
import { useRunClock } from '#run/run-store.ts';
import { isRunning, isWhole, type Run } from '#run/run.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { useCommands } from '#ui/commands.ts';
import { Figure, InstrumentStrip } from '#ui/InstrumentStrip.tsx';
import { Status, type Tone } from '#ui/States.tsx';
import { Select } from '#ui/Select.tsx';
import { AddColumn } from './AddColumn.tsx';
import { withoutStep, type Column } from './column.ts';
import { comparison, forgetStep, undoStep, useColumns, useStep } from './columns-store.ts';
import { addUp, describeDollars, describeTokens } from './sums.ts';

interface CompareBarProps {
  /** Id of the Run button. */
  runButton: RunButton;
  models: readonly Model[];
  isFull: boolean;
  isRunning: boolean;
  isPanelOpen: boolean;
  /** Requests. */
  count: number;
  onAdd: (model: string) => void;
  onTogglePanel: () => void;
  onRun: () => void;
}

/** Run and Stop never move, so that neither is pressed by mistake. */
export function CompareBar(props: CompareBarProps) {
  return (
    <>
      <ViewSwitch />
      <AddColumn models={props.models} isFull={props.isFull} onAdd={props.onAdd} />
      <span className="flex-1" />
      <Button look="quiet" aria-expanded={props.isPanelOpen} onClick={props.onTogglePanel}>
        Parameters
      </Button>
      <Button keys="Escape" disabled={!props.isRunning} onClick={comparison.stopAll}>
        Stop all
      </Button>
      <Button
        {...props.runButton}
        look="primary"
        keys="Mod+Enter"
        disabled={props.isRunning}
        onClick={props.onRun}
      >
        Run {props.count === 1 ? '1 column' : `all ${props.count}`}
      </Button>
    </>
  );
}

interface CompareToolsProps {
  columns: readonly { readonly column: Column; readonly name: string }[];
  /** Null for heat. */
  against: string | null;
  onAgainst: (id: string | null) => void;
}

export function CompareTools({ columns, against, onAgainst }: CompareToolsProps) {
  const scrollsTogether = useColumns((state) => state.scrollsTogether);
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-5 gap-y-1 max-tablet:gap-x-3 border-b border-line px-4 py-1.5">
      <label className="flex items-center gap-2 text-dense text-muted">
        <span className="max-tablet:sr-only">Show</span>
        <Select
          value={against ?? ''}
          onValue={(id) => onAgainst(id || null)}
          options={[
            { value: '', label: 'token probability' },
            ...columns.map(({ column, name }) => ({
              value: column.id,
              label: `diff with ${name.toLowerCase()}`,
            })),
          ]}
          className="max-tablet:max-w-52"
        />
      </label>
      <Checkbox
        look="min-h-control text-dense text-muted"
        isOn={scrollsTogether}
        onToggle={(isOn) => useColumns.setState({ scrollsTogether: isOn })}
      >
        Scroll together
      </Checkbox>
    </div>
  );
}

/** Removed runs may have cost money. */
export function StepNote() {
  const { step } = useStep();
  const { columns } = useColumns();
  const isOff = step === null || withoutStep(step, columns) === null;
  useCommands([{ title: 'Undo', keys: 'Mod+Z', isOff, run: undoStep }]);
  if (step === null) return null;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-1 text-dense">
      <p role="status" className="text-muted">
        {step.words}
      </p>
      <Button disabled={isOff} onClick={undoStep}>
        Undo
      </Button>
      <IconButton icon="cross" label="Dismiss" onClick={forgetStep} />
    </div>
  );
}

interface CompareFootProps {
  readings: readonly DraftReading[];
  /** Null before its first run. */
  runs: readonly (Run | null)[];
  /** Answers that were sent otherwise than the next request. */
  olderCount: number;
  models: readonly Model[];
  /** Differences are shown instead of heat. */
  isDiff: boolean;
}

/** Next run's maximum, last run's figures. */
export function CompareFoot({ readings, runs, olderCount, models, isDiff }: CompareFootProps) {
  const ground = useCostGround(models);
  useRunClock(runs.find(isRunning) ?? null, 200);
  const known = runs.flatMap((run) => run ?? []);
  const ended = known.filter(({ state }) => state.phase === 'ended');
  const queued = known.filter(({ state }) => state.phase === 'queued');
  const bounds = readings.map((each) => (each.ok ? boundOf(each.request, ground) : null));
  const costs = ended.map((run) => spentDollars(run, ground));
  const tokens = known.reduce((sum, { recording }) => sum + recording.tokenCount, 0);
  const isLeast = known.some(({ recording }) => recording.isUncounted);
  const { tone, label } = describe(readings.length, known.length, ended, olderCount);
  const line = queued.length > 0 ? `, ${queued.length} queued` : '';
  return (
    <InstrumentStrip label="Comparison figures" end={!isDiff && <Legend runs={known} />}>
      <Figure
        label={`${formatCounted(readings.length, 'request')}${line}`}
        value={
          <output aria-label="Comparison" className="-ml-1 flex">
            <Status tone={tone}>{label}</Status>
          </output>
        }
        minChars={14}
      />
      <Figure
        label="prompt + output tokens, max"
        value={describeTokens(addUp(bounds.map((each) => each?.tokens ?? null)))}
        minChars={8}
      />
      <Figure
        label="max cost"
        value={describeDollars(addUp(bounds.map((each) => each?.dollars ?? null)))}
        minChars={9}
      />
      <Figure
        label="tokens received"
        value={known.length > 0 ? formatLeast(formatCount(tokens), isLeast) : noValue}
        minChars={8}
      />
      <Figure label="cost" value={describeDollars(addUp(costs))} minChars={9} />
    </InstrumentStrip>
  );
}

function Legend({ runs }: { runs: readonly Run[] }) {
  const choices = runs.flatMap(({ recording }) => [...recording.choices.values()]);
  return (
    <HeatLegend stallCount={choices.reduce((sum, { arrivals }) => sum + countStalls(arrivals), 0)}>
      <span className="flex items-center gap-1.5 px-1.5">
        <span aria-hidden="true" className="h-3 border-l-2 border-act" />
        first difference
      </span>
    </HeatLegend>
  );
}

function describe(
  columnCount: number,
  runCount: number,
  ended: readonly Run[],
  olderCount: number,
): { tone: Tone; label: string } {
  if (runCount === 0) return { tone: 'none', label: 'Ready' };
  if (ended.length < runCount) return { tone: 'live', label: `${ended.length} of ${runCount} done` };
  const failed = ended.filter(({ state }) => state.phase === 'ended' && state.error !== null).length;
  if (failed > 0) return { tone: 'bad', label: `${failed} of ${runCount} failed` };
  const whole = ended.filter(({ state }) => state.phase === 'ended' && isWhole(state.endState)).length;
  if (whole < runCount) return { tone: 'none', label: `${whole} of ${runCount} complete` };
  if (olderCount > 0) return { tone: 'none', label: `${olderCount} of ${runCount} outdated` };
  return runCount < columnCount
    ? { tone: 'none', label: `${runCount} of ${columnCount} done` }
    : { tone: 'ok', label: 'All done' };
}
