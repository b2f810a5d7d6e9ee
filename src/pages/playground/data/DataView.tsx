// Data view: a prompt template run over every row.
import { useEffect, useState, type ClipboardEvent, type DragEvent } from 'react';
import { changeDraft, useDraft, fieldMark } from '#draft/draft-store.ts';
import { readTemplate } from '#draft/template.ts';
import { SilenceNotice } from '#pages/playground/recovery/SilenceNotice.tsx';
import { useFold, useShowField, ViewFrame } from '#pages/playground/write/ViewFrame.tsx';
import { Button } from '#ui/Button.tsx';
import { Loading } from '#ui/States.tsx';
import { saveFile } from '#ui/FileButton.tsx';
import { useGrowing } from '#ui/Field.tsx';
import { CellsTable } from './CellsTable.tsx';
import { DataBar, ExportFailure } from './DataBar.tsx';
import { DataPreview } from './DataPreview.tsx';
import { DataSide, type DataTab } from './DataSide.tsx';
import { DataStrip } from './DataStrip.tsx';
import { PauseNotice } from './LimitFields.tsx';
import type { DataRun } from './data-run.ts';
import { openData, useData } from './data-store.ts';
import { dropUnreadable, readUnreadable, restoreRun, useDataRun, useRunFact } from './data-run-store.ts';
import { useReadiness, type Readiness } from './use-readiness.ts';

/** Takes dropped files and pasted rows. */
export function DataView() {
  const { run, isLoading, notice, hasUnreadable } = useDataRun();
  const readiness = useReadiness();
  const { unfolded, isOpen, toggle } = useFold();
  const [tab, setTab] = useState<DataTab>('run');
  useShowField(isOpen, toggle, () => setTab('parameters'));
  const [openRow, setOpenRow] = useState<number | null>(null);
  const [variant, setVariant] = useState(0);
  const [isOver, setOver] = useState(false);

  useEffect(() => {
    restoreRun().catch(() => undefined);
  }, []);

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) openData({ content: file, name: file.name, delimiter: '' });
  }

  // Pasting into a field stays there.
  function handlePaste(event: ClipboardEvent) {
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select')) return;
    const text = event.clipboardData.getData('text/plain');
    if (run === null && text.trim() !== '') openData({ content: text, name: '', delimiter: '' });
  }

  return (
    <ViewFrame
      bar={<DataBar readiness={readiness} isPanelOpen={isOpen} onTogglePanel={toggle} />}
      foot={<DataStrip readiness={readiness} />}
      aside={{
        label: 'Run, parameters and row',
        unfolded,
        content: (
          <DataSide
            tab={tab}
            onTab={setTab}
            readiness={readiness}
            openRow={openRow}
            variant={variant}
            onVariant={setVariant}
          />
        ),
      }}
    >
      <div
        role="presentation"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget instanceof Node ? event.relatedTarget : null))
            setOver(false);
        }}
        onDrop={handleDrop}
        onPaste={handlePaste}
        className={`flex h-full min-h-0 flex-col ${isOver ? 'bg-tint' : ''}`}
      >
        {run === null && readiness.obstacles.length > 0 && (
          <ul
            aria-label="Before Start"
            className="flex shrink-0 flex-wrap justify-end gap-x-4 border-b border-line px-4 py-1 text-dense text-muted"
          >
            {readiness.obstacles.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
        <DataPrompt readiness={readiness} />
        {notice !== null && (
          <p role="status" className="border-b border-line px-4 py-2 text-dense text-warn">
            {notice}
          </p>
        )}
        {hasUnreadable && <UnreadableRun />}
        <ExportFailure />
        {isLoading ? (
          <div className="p-4">
            <Loading rows={6} />
          </div>
        ) : run === null ? (
          <DataPreview template={readiness.template} />
        ) : (
          <CellsTable
            key={run.read.plan.id}
            run={run}
            openRow={openRow}
            onOpen={(row, pressed) => {
              setOpenRow(row);
              if (pressed !== null) setVariant(pressed);
              setTab('row');
              if (!isOpen) toggle();
            }}
          />
        )}
        {run !== null && (
          <>
            <SilentCells run={run} />
            <PauseNotice run={run} />
          </>
        )}
      </div>
    </ViewFrame>
  );
}

function SilentCells({ run }: { run: DataRun }) {
  useRunFact(run, ({ activeRuns }) => activeRuns.map(({ id, state }) => `${id} ${state.phase}`).join());
  return (
    <div className="shrink-0 border-t border-line bg-panel px-4 py-2 empty:hidden">
      <SilenceNotice runs={run.activeRuns} onStop={() => run.stop()} />
    </div>
  );
}

function UnreadableRun() {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2 text-dense">
      <p role="status" className="min-w-0 flex-1 text-warn">
        An earlier data run cannot be read: it is damaged, or from another version of this page. It was set
        aside.
      </p>
      <Button onClick={() => void saveUnreadable()}>Save as file</Button>
      <Button onClick={() => void dropUnreadable()}>Delete</Button>
    </div>
  );
}

async function saveUnreadable(): Promise<void> {
  const text = await readUnreadable();
  saveFile(new Blob([text], { type: 'application/json' }), 'unreadable-data-run.json');
}

/** Read-only during a run. */
function DataPrompt({ readiness }: { readiness: Readiness }) {
  const draftPrompt = useDraft((state) => state.draft.prompt);
  const run = useDataRun((state) => state.run);
  const hasData = useData((state) => state.data !== null);
  const prompt = run === null ? draftPrompt : run.read.plan.draft.prompt;
  const { names } = run === null ? readiness.template : readTemplate(prompt);
  const field = useGrowing(prompt);
  const missing = run === null ? readiness.missing : [];
  const unused = run === null ? readiness.unused : [];
  return (
    <div {...fieldMark('prompt')} className="shrink-0 border-b border-line px-4 py-3">
      <textarea
        ref={field}
        aria-label="Prompt"
        dir="auto"
        readOnly={run !== null}
        onChange={(event) => changeDraft({ prompt: event.currentTarget.value })}
        placeholder="Write a prompt; {{name}} takes its value from the column “name”."
        spellCheck={false}
        rows={1}
        className={`field-sizing-content block max-h-40 min-h-6 w-full max-w-[92ch] resize-none overflow-y-auto bg-transparent font-mono text-token wrap-anywhere whitespace-pre-wrap outline-none placeholder:text-faint ${run === null ? '' : 'text-muted'}`}
      />
      {(names.length > 0 || hasData) && (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-dense">
          <ul aria-label="Variables" className="contents">
            {names.map((name) => (
              <li
                key={name}
                className={`inline-flex h-6 max-w-full items-center gap-1.5 rounded-control border px-1.5 ${missing.includes(name) ? 'border-bad text-bad' : 'border-line text-muted'}`}
              >
                <span className="truncate font-mono">{`{{${name}}}`}</span>
                <span className="shrink-0">{sourceOf(name, missing, hasData || run !== null)}</span>
              </li>
            ))}
          </ul>
          {names.length === 0 && run === null && prompt !== '' && (
            <p className="text-warn">
              {`The prompt has no variable, such as {{${unused[0] ?? 'name'}}}: every row would send the same request.`}
            </p>
          )}
          {unused.length > 0 && <p className="min-w-0 text-faint wrap-anywhere">Unused: {listed(unused)}</p>}
        </div>
      )}
    </div>
  );
}

function sourceOf(name: string, missing: readonly string[], hasData: boolean): string {
  if (!hasData) return 'no data yet';
  return missing.includes(name) ? 'no such column' : 'from its column';
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 6).join(', ');
  return names.length > 6 ? `${shown} and ${names.length - 6} more` : shown;
}
