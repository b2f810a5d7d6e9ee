// Data toolbar.
import { useId, useState, type ReactNode } from 'react';
import { create } from 'zustand';
import type { Client } from '#api/client.ts';
import { useClient } from '#connection/use-client.ts';
import { fieldMark, fillDraft, useDraft } from '#draft/draft-store.ts';
import { formatCounted } from '#lib/format.ts';
import { ModelPicker } from '#pages/playground/parameters/ModelPicker.tsx';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { ViewSwitch } from '#pages/playground/write/ViewFrame.tsx';
import { useRunButton, type RunButton } from '#run/run-button.ts';
import { useRunKeys } from '#run/run-store.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { PartFailure } from '#ui/PanelBoundary.tsx';
import { Popover } from '#ui/Popover.tsx';
import { chunk } from '#ui/lazy-part.ts';
import { saveFile } from '#ui/FileButton.tsx';
import { askChecks, checkCell, patternChecks } from './check-cell.ts';
import { checkIn, type Check } from './check.ts';
import type { DataRun } from './data-run.ts';
import type { ExportKind } from './export-run.ts';
import { isOwnService } from './plan.ts';
import { startRun, useDataRun, useRunFact, discardRun } from './data-run-store.ts';
import { useSetup } from './setup-store.ts';
import type { Readiness } from './use-readiness.ts';

interface DataBarProps {
  readiness: Readiness;
  isPanelOpen: boolean;
  onTogglePanel: () => void;
}

/** Ctrl+Enter focuses the main button, then presses it. */
export function DataBar({ readiness, isPanelOpen, onTogglePanel }: DataBarProps) {
  const client = useClient();
  const { run, isLoading } = useDataRun();
  const chosen = useDraft((state) => state.draft.model);
  const { model, models } = useModel(chosen);
  const { limits, obstacles, makePlan, requests } = readiness;
  const phase = useRunFact(run, (now) => now?.phase.kind ?? 'none');
  const title = {
    none: obstacles.length > 0 ? 'Start' : `Start ${formatCounted(requests, 'request')}`,
    running: '',
    paused: 'Resume',
    done: 'New run',
  }[phase];
  // "New run" sends nothing and asks by itself.
  const { press, runButton } = useRunButton(phase === 'done' ? 0 : Infinity);
  const canStop = useRunFact(run, (now) => now !== null && isUnderWay(now));
  useRunKeys({ title, onRun: press, onStop: () => run?.stop(), canStop });
  return (
    <>
      <ViewSwitch />
      <div {...fieldMark('model')} className="flex min-w-40 flex-1">
        <ModelPicker value={model} models={models} />
      </div>
      <ExportButton run={run} />
      <Button look="quiet" aria-expanded={isPanelOpen} onClick={onTogglePanel}>
        Setup
      </Button>
      <div className="ml-auto flex gap-2">
        <Button keys="Escape" disabled={!canStop} onClick={() => run?.stop()}>
          Stop
        </Button>
        {run === null ? (
          <Button
            {...runButton}
            look="primary"
            keys="Mod+Enter"
            disabled={obstacles.length > 0 || isLoading || limits === null}
            title={obstacles[0]}
            onClick={() => limits && startRun(makePlan(client), limits, client)}
          >
            {title}
          </Button>
        ) : (
          <RunAct runButton={runButton} run={run} client={client} />
        )}
      </div>
    </>
  );
}

interface RunActProps {
  runButton: RunButton;
  run: DataRun;
  client: Client;
}

function RunAct({ runButton, run, client }: RunActProps) {
  const phase = useRunFact(run, (now) => now.phase.kind);
  const { ask, dialog } = useDiscardRun();
  if (phase === 'done')
    return (
      <>
        <Button {...runButton} look="primary" keys="Mod+Enter" onClick={ask}>
          New run
        </Button>
        {dialog}
      </>
    );
  if (phase === 'running') return <Button onClick={() => run.pause()}>Pause</Button>;
  return (
    <Button
      {...runButton}
      look="primary"
      keys="Mod+Enter"
      disabled={!isOwnService(run.read.plan, client)}
      onClick={() => run.resume(client)}
    >
      Resume
    </Button>
  );
}

function isUnderWay(run: DataRun): boolean {
  return run.phase.kind === 'running' || run.runningCount > 0;
}

const kinds: readonly { readonly kind: ExportKind; readonly type: string; readonly detail: string }[] = [
  { kind: 'CSV', type: 'text/csv', detail: 'one row per request' },
  { kind: 'JSONL', type: 'application/jsonl', detail: 'one line per request' },
  { kind: 'JSON', type: 'application/json', detail: 'one array' },
];

/** Also while running. */
function ExportButton({ run }: { run: DataRun | null }) {
  const id = useId();
  const check = useSetup((state) => state.check);
  const isWriting = useExport((state) => state.isWriting);

  return (
    <>
      <Button look="quiet" disabled={run === null || isWriting} popoverTarget={id}>
        {isWriting ? 'Exporting…' : 'Export results'}
      </Button>
      <Popover id={id} label="Export results">
        {(close) => (
          <>
            <ul className="p-1">
              {kinds.map(({ kind, type, detail }) => (
                <li key={kind}>
                  <button
                    type="button"
                    onClick={() => {
                      close();
                      if (run !== null)
                        void exportRun(run, checkIn(check, run.read.plan.columns), kind, type);
                    }}
                    className="flex h-control w-full items-center justify-between rounded-control px-2 hover:bg-raised"
                  >
                    {kind}
                    <span className="text-dense text-muted">{detail}</span>
                  </button>
                </li>
              ))}
            </ul>
            <p className="px-3 pb-2 text-dense text-muted">
              Every request of the run, including rows that a filter hides. Tokens and cost are those of each
              request’s last attempt; the run’s figures add up all attempts.
            </p>
          </>
        )}
      </Popover>
    </>
  );
}

export function ExportFailure() {
  const failure = useExport((state) => state.failure);
  if (failure === null) return null;
  return (
    <div className="border-b border-line px-4 py-2">
      <PartFailure name="The export" {...failure} />
    </div>
  );
}

const useExport = create<{
  readonly isWriting: boolean;
  readonly failure: { readonly error: unknown; readonly onRetry: () => void } | null;
}>(() => ({ isWriting: false, failure: null }));

async function exportRun(run: DataRun, check: Check, kind: ExportKind, type: string): Promise<void> {
  useExport.setState({ isWriting: true, failure: null });
  try {
    const { writeExport } = await chunk(() => import('./export-run.ts'));
    const parts: string[] = [];
    askChecks(run, check);
    await patternChecks.settled();
    for (const part of writeExport(kind, run.read, run.results, (cell) => checkCell(run, check, cell))) {
      parts.push(part);
      // Yields to the page.
      if (parts.length % 4 === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    }
    const name = (run.read.plan.name || 'rows').replace(/\.[a-z]+$/i, '');
    saveFile(new Blob(parts, { type }), `${name}-results.${kind.toLowerCase()}`);
  } catch (error) {
    useExport.setState({ failure: { error, onRetry: () => void exportRun(run, check, kind, type) } });
  }
  useExport.setState({ isWriting: false });
}

export function useDiscardRun(): { readonly ask: () => void; readonly dialog: ReactNode } {
  const [isAsking, setAsking] = useState(false);
  return {
    ask: () => setAsking(true),
    dialog: isAsking && (
      <Dialog title="New run" onClose={() => setAsking(false)}>
        <div className="grid gap-4">
          <p>This discards the results. Export them first to keep them.</p>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setAsking(false)}>Keep results</Button>
            <Button look="primary" onClick={beginAnew}>
              Discard results
            </Button>
          </div>
        </div>
      </Dialog>
    ),
  };
}

/** The run's template replaces the prompt of a row that was opened in Write, not one's own. */
function beginAnew(): void {
  const { run } = useDataRun.getState();
  discardRun();
  if (run === null) return;
  const { plan, promptOf } = run.read;
  const { prompt } = useDraft.getState().draft;
  if (plan.rows.some((_, row) => promptOf(row) === prompt))
    fillDraft({ prompt: plan.draft.prompt }, { how: 'history' });
}
