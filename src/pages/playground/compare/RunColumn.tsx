// Run column of Compare and checkpoints.
import { useId, type ReactNode, useState } from 'react';
import { useStore, type StoreApi } from 'zustand';
import type { Model } from '#api/schema/model.ts';
import { useClient } from '#connection/use-client.ts';
import type { Draft, DraftReading } from '#draft/draft.ts';
import { useElsewhere } from '#run/use-elsewhere.ts';
import { boundOf, useCostGround } from '#pages/playground/parameters/cost.ts';
import { isRunning, type Run } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { LazyDialog } from '#ui/LazyDialog.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { chunk, lazyPart } from '#ui/lazy-part.ts';
import { ColumnFigures, ColumnState } from './ColumnFigures.tsx';
import { ColumnOutput } from './ColumnOutput.tsx';
import { columnActs, textBefore, useColumnRun, useFirstDifference, useTakeOver } from './column-acts.ts';
import { isUnequal, sentOtherwise } from './column.ts';
import type { Comparison } from './comparison.ts';

interface LosingNoteProps {
  /** Of a kept comparison. */
  isLosing: StoreApi<boolean>;
  look?: string;
}

export function LosingNote({ isLosing, look = '' }: LosingNoteProps) {
  if (!useStore(isLosing)) return null;
  return (
    <p role="status" className={`text-dense text-warn ${look}`}>
      This browser did not store an answer. Export what you need before you close the page.
    </p>
  );
}

interface OtherColumn {
  readonly id: string;
  readonly name: string;
}

interface RunColumnProps {
  comparison: Comparison;
  id: string;
  name: string;
  /** First line. */
  head: ReactNode;
  /** Second line. */
  detail: ReactNode;
  /** For the next run. */
  draft: Draft;
  reading: DraftReading;
  models: readonly Model[];
  /** To compare the text with; null for the first. */
  first: OtherColumn | null;
  /** Null paints heat. */
  against: OtherColumn | null;
  onRun: () => void;
  /** Not in the checkpoint comparison. */
  hasModelField?: boolean;
}

/** Only the text scrolls; on a phone all, which gives the text the whole height. */
export function RunColumn(props: RunColumnProps) {
  const { comparison, id, name, reading, draft, models, first, onRun } = props;
  const { model } = draft;
  const takeOver = useTakeOver();
  const { run, shown } = useColumnRun(comparison, id);
  const { run: firstRun, shown: firstShown } = useColumnRun(comparison, first?.id ?? '');
  const sectionId = useId();
  const before = run && shown ? textBefore(run, shown) : '';
  // Continued texts start at different places.
  const isComparable = before === '' && !(firstRun && firstShown && textBefore(firstRun, firstShown) !== '');
  const isOtherPrompt = run !== null && firstRun !== null && shown?.draft.prompt !== firstShown?.draft.prompt;
  const difference = useFirstDifference(comparison, isComparable && !isOtherPrompt ? firstRun : null, run);
  const ground = useCostGround(models);
  const bound = reading.ok ? boundOf(reading.request, ground) : null;
  const older = shown === null ? '' : sentOtherwise(shown.draft, draft);
  const elsewhereOf = useElsewhere();
  const elsewhere = run && elsewhereOf(run);
  const note =
    elsewhere !== null
      ? `from another connection: ${elsewhere}`
      : older !== '' && !isRunning(run)
        ? older
        : isOtherPrompt
          ? `different prompt from ${first?.name.toLowerCase()}`
          : difference.note !== '' && shown && firstShown && isUnequal(firstShown.draft, shown.draft)
            ? `${difference.note}, under other parameters`
            : difference.note;
  const choices = run?.recording.sortedChoices ?? [];
  const hasText = choices.some(({ text }) => text.length > 0);
  return (
    <section
      id={sectionId}
      aria-label={`${name}: ${model || 'no model'}`}
      className="flex min-h-0 min-w-0 snap-start flex-col border-r border-line last:border-r-0 max-tablet:overflow-y-auto"
    >
      <header className="shrink-0 border-b border-line bg-panel px-3 pt-2 pb-2">
        {props.head}
        <div className="mt-1.5 min-h-5">{props.detail}</div>
        <p className="flex min-h-7 flex-wrap items-center gap-x-3 text-dense">
          <ColumnState comparison={comparison} run={run} />
          <RunSteps comparison={comparison} id={id} name={name} isReceiving={isRunning(run)} />
          <span title={note} className="ml-auto line-clamp-3 wrap-anywhere text-muted">
            {note}
          </span>
        </p>
        <ColumnFigures run={run} models={models} boundDollars={bound?.dollars ?? null} />
      </header>
      <div
        data-scroll=""
        className="relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto px-3 py-3 font-mono text-token max-tablet:flex-[1_0_auto] max-tablet:overflow-x-clip max-tablet:overflow-y-visible"
      >
        <PanelBoundary name={name}>
          {run === null || shown === null ? (
            <Waiting reading={reading} />
          ) : (
            <ColumnOutput
              comparison={comparison}
              id={id}
              name={name}
              run={run}
              shown={shown}
              acts={columnActs(comparison, id, shown, props.hasModelField === false ? null : sectionId)}
              against={props.against}
              differingToken={difference.token}
            />
          )}
        </PanelBoundary>
      </div>
      <footer className="flex min-h-bar shrink-0 flex-wrap items-center border-t border-line bg-panel px-1.5 py-1 [&>button]:px-1.5">
        {isRunning(run) ? (
          <Button look="quiet" aria-label={`Stop ${name}`} onClick={() => comparison.stop(id)}>
            Stop
          </Button>
        ) : (
          <Button look="quiet" aria-label={`Run ${name}`} onClick={onRun}>
            Run
          </Button>
        )}
        <CopyButton
          disabled={!hasText}
          text={() => choices.map(({ text }) => before + text.toString()).join('\n\n')}
        />
        <ColumnFiles name={name} run={run} reading={reading} />
        <Button
          look="quiet"
          title="Opens Write with this model and these parameters"
          disabled={model === ''}
          onClick={() => takeOver.use(draft)}
        >
          Use settings
        </Button>
        <Button
          look="quiet"
          title="Opens the answer in Write, to read its tokens, edit or continue it"
          disabled={!hasText || isRunning(run)}
          onClick={() => run && shown && takeOver.open(run, shown.draft)}
        >
          Open in Write
        </Button>
      </footer>
    </section>
  );
}

function Waiting({ reading }: { reading: DraftReading }) {
  if (reading.ok) return <p className="font-sans text-base text-faint">Not run yet.</p>;
  return (
    <ul className="grid gap-1 font-sans text-base text-bad">
      {reading.errors.map(({ field, message }) => (
        <li key={field}>{message.startsWith(field) ? message : `${field}: ${message}`}</li>
      ))}
    </ul>
  );
}

interface RunStepsProps {
  comparison: Comparison;
  id: string;
  name: string;
  /** Disables the buttons. */
  isReceiving: boolean;
}

function RunSteps({ comparison, id, name, isReceiving }: RunStepsProps) {
  const kept = useStore(comparison.kept, (all) => all[id]);
  const shown = useStore(comparison.shown, (all) => all[id]);
  if (kept === undefined || shown === undefined || kept.length < 2) return null;
  const at = kept.findIndex(({ runId }) => runId === shown.runId);
  const step = (by: number) => {
    const target = kept[at + by];
    if (target !== undefined) comparison.show(id, target.runId);
  };
  return (
    <span
      role="group"
      aria-label={`Runs of ${name}`}
      className="flex shrink-0 items-center text-muted tabular-nums"
    >
      <Button
        look="quiet"
        aria-label="Previous run"
        disabled={isReceiving || at <= 0}
        onClick={() => step(-1)}
      >
        ‹
      </Button>
      {at + 1} of {kept.length}
      <Button
        look="quiet"
        aria-label="Next run"
        disabled={isReceiving || at === kept.length - 1}
        onClick={() => step(1)}
      >
        ›
      </Button>
    </span>
  );
}

const RequestCode = lazyPart(() => import('#pages/playground/code/CodeView.tsx'), 'RequestCode');

interface ColumnFilesProps {
  name: string;
  run: Run | null;
  reading: DraftReading;
}

function ColumnFiles({ name, run, reading }: ColumnFilesProps) {
  const client = useClient();
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState(false);
  const request = run?.request ?? (reading.ok ? reading.request : null);

  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" disabled={request === null} onClick={() => setOpen(true)}>
        Code
      </Button>
      <Button
        look="quiet"
        disabled={run === null || isRunning(run)}
        title={
          failure ? 'The recording could not be written.' : 'All received events with their times, as a file'
        }
        onClick={() => {
          if (run)
            save(run).then(
              () => setFailure(false),
              () => setFailure(true),
            );
        }}
      >
        {failure ? 'Export failed, retry' : 'Export'}
      </Button>
      {isOpen && request !== null && (
        <LazyDialog title={`Code for ${name}`} isWide onClose={() => setOpen(false)}>
          <div className="grid gap-3">
            <PanelBoundary name="The code" whileLoading={null}>
              <RequestCode request={request} baseUrl={run?.baseUrl ?? client.baseUrl} />
            </PanelBoundary>
            <p className="text-dense text-muted">
              {run === null ? 'The next request of this column.' : 'The request of the answer that is shown.'}
            </p>
          </div>
        </LazyDialog>
      )}
    </>
  );
}

async function save(ended: Run): Promise<void> {
  const { exportRun } = await chunk(() => import('#run/saved-runs.ts'));
  await exportRun(ended);
}
