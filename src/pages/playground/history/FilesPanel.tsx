// History export, import and deletion.
import { useState, type ComponentProps } from 'react';
import { formatBytes, formatCount, formatCounted } from '#lib/format.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { useArchiveVersion, archive, dropRecordings, historyNavigator } from './history-controller.ts';
import { useRun } from '#run/run-store.ts';
import { isRunning } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { FileButton } from '#ui/FileButton.tsx';
import { NumberInput } from '#ui/NumberInput.tsx';
import { parseNumber } from '#ui/number-text.ts';
import type { Archive } from './archive.ts';
import { saveHistory, sessionNodes, importHistory } from './history-file.ts';
import type { RunRecord } from './node.ts';
import { troubleWords } from './storage.ts';
import { sessionsOf } from './tree-rows.ts';

export function FilesPanel() {
  useArchiveVersion();
  const [outcome, setOutcome] = useState<{ readonly isBad: boolean; readonly text: string } | null>(null);
  const [kept, setKept] = useState('100');
  const count = parseNumber(kept);
  const isCount = typeof count === 'number' && Number.isInteger(count) && count >= 0;
  const dropped = isCount ? droppable(archive, count) : [];
  const trouble = archive.trouble();
  const rootId = archive.tree.rootOf(historyNavigator.headId)?.id;
  const held = archive.recordingIds.size;
  const isBusy = isRunning(useRun());
  const [deletion, setDeletion] = useState<Deletion | null>(null);

  async function handleFile(file: File) {
    setOutcome(await importHistory(archive, file));
  }

  function handleExport(of: string | null) {
    setOutcome(null);
    saveHistory(archive, of).catch(() => setOutcome({ isBad: true, text: 'The file could not be written.' }));
  }

  async function handleDrop() {
    const words = `Deleted ${recordings(dropped.length)}.`;
    await dropRecordings(dropped.map(({ id }) => id));
    setOutcome({ isBad: false, text: words });
  }

  return (
    <div className="min-h-0 flex-1 divide-y divide-line overflow-y-auto">
      <section aria-label="Files" className="grid gap-2 px-4 py-4">
        {trouble !== null && <p className="text-dense text-warn">{troubleWords[trouble]}</p>}
        {archive.damaged() > 0 && (
          <p className="text-dense text-warn">
            {formatCount(archive.damaged())} stored records could not be read and were skipped.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => handleExport(null)}>Export everything</Button>
          <Button disabled={rootId === undefined} onClick={() => handleExport(rootId ?? null)}>
            Export this session
          </Button>
          <FileButton
            label="History file"
            accept=".json,application/json"
            onFiles={([file]) =>
              void handleFile(file).catch(() =>
                setOutcome({ isBad: true, text: 'The file could not be read.' }),
              )
            }
          >
            Import
          </FileButton>
        </div>
        {outcome && (
          <p
            role={outcome.isBad ? 'alert' : 'status'}
            className={`text-dense ${outcome.isBad ? 'text-bad' : 'text-muted'}`}
          >
            {outcome.text}
          </p>
        )}
        <p className="text-dense text-muted">
          A file contains prompts, outputs and recordings, never a token or an address. Import adds to your
          history.
        </p>
      </section>
      <section aria-label="Storage" className="grid gap-2 px-4 py-4">
        <h2 className="text-dense font-strong text-muted">Storage</h2>
        <p className="text-dense text-muted">
          {states(archive.tree.size)}, {recordings(held)}, {formatBytes(sizeOf(archive))}.
        </p>
        <Field
          label="Recordings to keep"
          unit="newest"
          layout="row"
          error={isCount ? null : 'Enter a whole number, 0 or more.'}
        >
          <NumberInput text={kept} onText={setKept} min={0} step={10} emptyText="" />
        </Field>
        <p className="text-dense text-muted">
          Older recordings are deleted, except those of named states. Prompts, figures and the beginnings of
          outputs are kept.
        </p>
        <div>
          <Button disabled={dropped.length === 0} onClick={() => void handleDrop()}>
            {dropped.length === 0
              ? 'Nothing to delete'
              : `Delete ${recordings(dropped.length)}, ${formatBytes(dropped.reduce((sum, { size }) => sum + size, 0))}`}
          </Button>
        </div>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            disabled={rootId === undefined || isBusy}
            onClick={() => setDeletion(deletionOf(rootId ?? null))}
          >
            Delete this session
          </Button>
          <Button disabled={archive.tree.size === 0 || isBusy} onClick={() => setDeletion(deletionOf(null))}>
            Delete all history
          </Button>
        </div>
      </section>
      {deletion !== null && (
        <DeleteDialog
          {...deletion}
          onClose={(deleted) => {
            setDeletion(null);
            if (deleted > 0) setOutcome({ isBad: false, text: `Deleted ${states(deleted)}.` });
          }}
        />
      )}
    </div>
  );
}

type Deletion = Omit<ComponentProps<typeof DeleteDialog>, 'onClose'>;

/** @param rootId the session; null deletes everything */
function deletionOf(rootId: string | null): Deletion {
  const pick = () =>
    (rootId === null ? archive.tree.all() : sessionNodes(archive, rootId)).map(({ id }) => id);
  const session = sessionsOf(archive.tree).find(({ id }) => id === rootId)?.label;
  const title = rootId === null ? 'Delete all history' : 'Delete this session';
  return { title, session, count: pick().length, pick };
}

function states(count: number): string {
  return formatCounted(count, 'state');
}

function recordings(count: number): string {
  return formatCounted(count, 'recording');
}

/** Beyond the newest `keptCount`; named states are exempt. */
function droppable(
  { tree, recordingIds }: Pick<Archive, 'tree' | 'recordingIds'>,
  keptCount: number,
): RunRecord[] {
  return tree
    .all()
    .filter(({ id, name }) => name === '' && recordingIds.has(id))
    .toSorted((one, other) => other.at - one.at)
    .slice(keptCount)
    .flatMap(({ run }) => run ?? []);
}

/** Characters. */
function sizeOf({ tree, recordingIds }: Pick<Archive, 'tree' | 'recordingIds'>): number {
  return tree.all().reduce((sum, { id, run }) => sum + (recordingIds.has(id) ? (run?.size ?? 0) : 0), 0);
}
