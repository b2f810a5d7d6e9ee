// Saves a run as a file: inputs, outputs, figures and errors of every cell.
import { useId } from 'react';
import { create } from 'zustand';
import { Button } from '#ui/Button.tsx';
import { Popover } from '#ui/Popover.tsx';
import { chunk } from '#ui/chunk.ts';
import { PartFailure } from '#ui/PanelBoundary.tsx';
import { askChecks, checkCell, patternChecks } from './check-cell.ts';
import type { Check } from './check.ts';
import type { DataRun } from './data-run.ts';
import type { ExportKind } from './export-run.ts';
import { useSetup } from './setup-store.ts';
import { saveFile } from '#ui/save-file.ts';

const kinds: readonly { readonly kind: ExportKind; readonly type: string; readonly detail: string }[] = [
  { kind: 'CSV', type: 'text/csv', detail: 'a row for every cell' },
  { kind: 'JSONL', type: 'application/jsonl', detail: 'a line for every cell' },
  { kind: 'JSON', type: 'application/json', detail: 'one array' },
];

/** Also while the run goes: cells without a result are there as queued. */
export function ExportButton({ run }: { run: DataRun | null }) {
  const id = useId();
  const check = useSetup((state) => state.check);
  const isWriting = useExport((state) => state.isWriting);

  return (
    <>
      <Button look="quiet" disabled={run === null || isWriting} popoverTarget={id}>
        {isWriting ? 'Writing' : 'Export results'}
      </Button>
      <Popover id={id} label="Export results">
        {(close) => (
          <ul className="p-1">
            {kinds.map(({ kind, type, detail }) => (
              <li key={kind}>
                <button
                  type="button"
                  onClick={() => {
                    close();
                    if (run !== null) void exportRun(run, check, kind, type);
                  }}
                  className="flex h-control w-full items-center justify-between rounded-control px-2 hover:bg-raised"
                >
                  {kind}
                  <span className="text-dense text-muted">{detail}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Popover>
    </>
  );
}

/** That the last export failed, and the way to try again. */
export function ExportFailure() {
  const failure = useExport((state) => state.failure);
  if (failure === null) return null;
  return (
    <div className="border-b border-line px-4 py-2">
      <PartFailure name="The export" {...failure} />
    </div>
  );
}

/** The newest export. */
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
      // A long export lets the page draw in between.
      if (parts.length % 4 === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    }
    const name = (run.read.plan.name || 'rows').replace(/\.[a-z]+$/i, '');
    saveFile(new Blob(parts, { type }), `${name}-results.${kind.toLowerCase()}`);
  } catch (error) {
    useExport.setState({ failure: { error, onRetry: () => void exportRun(run, check, kind, type) } });
  }
  useExport.setState({ isWriting: false });
}
