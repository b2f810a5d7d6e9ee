// Compare view.
import { useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Model } from '#api/schema/model.ts';
import { useClient } from '#connection/use-client.ts';
import { changeDraft, useDraft, fieldMark, focusField, isSeen } from '#draft/draft-store.ts';
import { errorsOf, readDraft } from '#draft/draft.ts';
import { describeParameters } from '#draft/parameter-changes.ts';
import { randomId } from '#lib/random-id.ts';
import { ParameterPanel } from '#pages/playground/parameters/ParameterPanel.tsx';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { PromptEditor } from '#pages/playground/write/PromptEditor.tsx';
import { VariablesHint } from '#pages/playground/parameters/VariablesHint.tsx';
import { useShowField, ViewFrame } from '#pages/playground/write/ViewFrame.tsx';
import { isRunning } from '#run/run.ts';
import { useRunButton } from '#run/run-button.ts';
import { useRunKeys } from '#run/run-store.ts';
import { IconButton } from '#ui/Button.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { ColumnDifferences, ColumnHead } from './ColumnHead.tsx';
import { ColumnPanel } from './ColumnPanel.tsx';
import { CompareBar, CompareFoot, CompareTools, StepNote } from './CompareBar.tsx';
import { LosingNote, RunColumn } from './RunColumn.tsx';
import { useColumnRuns } from './column-acts.ts';
import {
  applyColumn,
  changedFields,
  columnLimit,
  describeColumn,
  newColumn,
  sentOtherwise,
  type Column,
} from './column.ts';
import {
  addColumn,
  changeColumn,
  comparison,
  forgetStep,
  isLosing,
  removeColumn,
  restoreComparison,
  useColumns,
} from './columns-store.ts';

/** Open parameters; null is closed. */
type OpenPanel = { readonly of: 'all' } | { readonly of: 'column'; readonly id: string } | null;

/** Shares the draft with Write; columns hold their changes. */
export function CompareView() {
  const client = useClient();
  const draft = useDraft((state) => state.draft);
  const { model, models } = useModel(draft.model);
  const { columns, scrollsTogether } = useColumns();
  const runs = useColumnRuns(
    comparison,
    columns.map(({ id }) => id),
  );
  const [panel, setPanel] = useState<OpenPanel>(null);
  const togglePanel = () => setPanel(panel === null ? { of: 'all' } : null);
  // In the panel that is open.
  useShowField(panel !== null, togglePanel);
  const [againstId, setAgainstId] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  useScrollTogether(root, scrollsTogether);
  useEffect(() => {
    void restoreComparison();
  }, []);

  const shown = comparison.shown.getState();
  const rows = columns.map((column, index) => {
    const own = applyColumn(draft, model, column);
    return { column, draft: own, reading: readDraft(own), name: `Column ${index + 1}`, number: index + 1 };
  });
  const isOlder = ({ column, draft: own }: (typeof rows)[number]) => {
    const sent = shown[column.id]?.draft;
    return sent !== undefined && sentOtherwise(sent, own) !== '';
  };
  const drafts = rows.map((row) => row.draft);
  const first = rows[0];
  const isAnyRunning = runs.some(isRunning);
  const against = rows.find(({ column }) => column.id === againstId);

  // The fields mount with the panel.
  function show(row: (typeof rows)[number]): void {
    const field = row.reading.ok ? undefined : row.reading.errors[0]?.field;
    if (field === undefined) return;
    const isOwn = changedFields(row.column).has(field);
    requestAnimationFrame(() => {
      if (field !== 'model' && field !== 'prompt')
        flushSync(() => setPanel(isOwn ? { of: 'column', id: row.column.id } : { of: 'all' }));
      focusField(field);
    });
  }

  function run(row: (typeof rows)[number]): void {
    if (!row.reading.ok) return show(row);
    forgetStep();
    comparison.run(client, row.column.id, row.draft, row.reading.request);
  }

  function handleRunAll(): void {
    if (isAnyRunning) return;
    const wrong = rows.find(({ reading }) => !reading.ok);
    if (wrong) return show(wrong);
    for (const row of rows) run(row);
    // On a phone the open panel would cover the answers.
    if (!isSeen('prompt')) setPanel(null);
  }
  const { press, runButton } = useRunButton(rows.length);
  useRunKeys({
    onRun: press,
    onStop: comparison.stopAll,
    canStop: isAnyRunning,
  });

  const openRow = panel?.of === 'column' ? rows.find(({ column }) => column.id === panel.id) : undefined;
  const panelRow = openRow ?? rows.at(-1);
  const shared = readDraft({ ...draft, model });

  return (
    <ViewFrame
      bar={
        <CompareBar
          runButton={runButton}
          models={models}
          isFull={columns.length >= columnLimit}
          isRunning={isAnyRunning}
          isPanelOpen={panel !== null}
          count={columns.length}
          onAdd={(name) => addColumn(newColumn(name))}
          onTogglePanel={togglePanel}
          onRun={handleRunAll}
        />
      }
      foot={
        <CompareFoot
          readings={rows.map(({ reading }) => reading)}
          runs={runs}
          olderCount={rows.filter(isOlder).length}
          models={models}
          isDiff={against !== undefined}
        />
      }
      {...(panel !== null &&
        panelRow && {
          aside: {
            label: 'Parameters',
            unfolded: true,
            content: (
              <ComparePanel
                open={openRow ?? null}
                last={panelRow}
                shared={describeParameters(draft)}
                errors={errorsOf(openRow?.reading ?? shared, null)}
                models={models}
                onOpen={(id) => setPanel(id === null ? { of: 'all' } : { of: 'column', id })}
                onClose={() => setPanel(null)}
              />
            ),
          },
        })}
    >
      <div ref={root} className="flex h-full min-h-0 flex-col overflow-y-auto">
        <div
          {...fieldMark('prompt')}
          className="max-h-[26vh] shrink-0 overflow-y-auto px-4 py-3 max-tablet:max-h-24"
        >
          <PromptEditor
            value={draft.prompt}
            onValue={(prompt) => changeDraft({ prompt })}
            error={errorsOf(shared, null).get('prompt') ?? null}
            isContinued
          />
        </div>
        <div className="shrink-0 border-b border-line px-4 not-empty:pb-2">
          <VariablesHint prompt={draft.prompt} />
        </div>
        <LosingNote isLosing={isLosing} look="shrink-0 border-b border-line px-4 py-1" />
        <StepNote />
        {columns.length > 1 && <CompareTools columns={rows} against={againstId} onAgainst={setAgainstId} />}
        <div className="grid min-h-96 flex-1 snap-x snap-proximity auto-cols-[minmax(min(22.5rem,calc(100vw-2rem)),1fr)] grid-flow-col grid-rows-[minmax(0,1fr)] overflow-x-auto overflow-y-hidden max-tablet:snap-mandatory">
          {rows.map((row, index) => (
            <RunColumn
              key={row.column.id}
              comparison={comparison}
              id={row.column.id}
              name={row.name}
              draft={row.draft}
              reading={row.reading}
              models={models}
              first={index === 0 || !first ? null : { id: first.column.id, name: first.name }}
              against={against ? { id: against.column.id, name: against.name.toLowerCase() } : null}
              onRun={() => run(row)}
              head={
                <ColumnHead
                  number={row.number}
                  model={row.draft.model}
                  models={models}
                  isPanelOpen={openRow === row}
                  isOnly={columns.length === 1}
                  isFull={columns.length >= columnLimit}
                  onModel={(name) => changeColumn(row.column.id, { model: name })}
                  onPanel={() => setPanel(openRow === row ? null : { of: 'column', id: row.column.id })}
                  onDuplicate={() => {
                    const id = addColumn({ ...row.column, id: randomId() }, row.column.id);
                    setPanel({ of: 'column', id });
                  }}
                  onRemove={() => removeColumn(row.column.id)}
                />
              }
              detail={<ColumnDifferences {...describeColumn({ ...draft, model }, drafts, index)} />}
            />
          ))}
        </div>
      </div>
    </ViewFrame>
  );
}

interface ComparePanelProps {
  /** Null: shared parameters. */
  open: { readonly column: Column; readonly number: number } | null;
  /** The column that the switch opens. */
  last: { readonly column: Column; readonly number: number };
  shared: ReadonlyMap<string, string | null>;
  /** By wire name. */
  errors: ReadonlyMap<string, string>;
  models: readonly Model[];
  onOpen: (columnId: string | null) => void;
  onClose: () => void;
}

function ComparePanel({ open, last, shared, errors, models, onOpen, onClose }: ComparePanelProps) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex shrink-0 items-center gap-2 border-b border-line px-4 py-3">
        <Segmented
          aria-label="Parameters of"
          isWide
          value={open === null ? 'all' : 'one'}
          onValue={(value) => onOpen(value === 'all' ? null : last.column.id)}
          options={[
            { value: 'all', label: 'All columns' },
            { value: 'one', label: `Column ${last.number} only` },
          ]}
        />
        <IconButton icon="cross" label="Close parameters" onClick={onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {open === null ? (
          <ParameterPanel errors={errors} models={models} />
        ) : (
          <ColumnPanel key={open.column.id} column={open.column} shared={shared} errors={errors} />
        )}
      </div>
    </div>
  );
}

/** Syncs every `[data-scroll]`, on a phone the whole columns; shorter ones stay at their end. */
function useScrollTogether(root: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const element = root.current;
    if (element === null || !isOn) return undefined;
    let leader: Element | null = null;
    const handleHand = ({ target }: Event) => {
      leader = target instanceof Element ? target.closest('section') : null;
    };
    const handleScroll = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || leader === null) return;
      const kind = ['section', '[data-scroll]'].find((each) => target.matches(each));
      if (kind === undefined || target.closest('section') !== leader) return;
      for (const other of element.querySelectorAll(kind)) {
        if (other !== target) other.scrollTop = target.scrollTop;
      }
    };
    const hands = ['wheel', 'pointerdown', 'keydown', 'focusin'] as const;
    for (const hand of hands) element.addEventListener(hand, handleHand, { capture: true, passive: true });
    element.addEventListener('scroll', handleScroll, { capture: true, passive: true });
    return () => {
      for (const hand of hands) element.removeEventListener(hand, handleHand, { capture: true });
      element.removeEventListener('scroll', handleScroll, { capture: true });
    };
  }, [root, isOn]);
}
