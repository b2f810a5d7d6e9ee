// Diff of two history states.
import { useEffect, useMemo, useState } from 'react';
import { draftOfRequest } from '#draft/draft-of-request.ts';
import type { Draft } from '#draft/draft.ts';
import { parameterChanges } from '#draft/parameter-changes.ts';
import { formatCount } from '#lib/format.ts';
import { shortDateWords } from '#lib/dates.ts';
import { diffWords } from '#lib/word-diff.ts';
import { readRecording } from '#run/recording-file.ts';
import { wholeOutputs } from './whole-outputs.ts';
import { Segmented } from '#ui/Segmented.tsx';
import { WordDiff, diffLook } from '#ui/WordDiff.tsx';
import { Loading } from '#ui/States.tsx';
import { Select } from '#ui/Select.tsx';
import { archive } from './history-controller.ts';
import type { HistoryNode } from './node.ts';
import { titleOf } from './summary.ts';

interface DiffViewProps {
  before: HistoryNode;
  after: HistoryNode;
}

/** A state that did not run is compared by its ancestor's run. */
export function DiffView({ before, after }: DiffViewProps) {
  return (
    <div className="grid gap-5">
      <p className="text-dense text-muted">
        From <del>{labelOf(before)}</del> to <ins>{labelOf(after)}</ins>
      </p>
      <section aria-label="Prompt">
        <h3 className="mb-1 text-dense font-strong text-muted">Prompt</h3>
        <Difference before={promptOf(before)} after={promptOf(after)} />
      </section>
      <section aria-label="Parameters">
        <h3 className="mb-1 text-dense font-strong text-muted">Parameters</h3>
        <Parameters before={before} after={after} />
      </section>
      <Outputs before={before} after={after} />
    </div>
  );
}

/** An opened recording has its own. */
function promptOf({ run, draft }: HistoryNode): string {
  return run?.prompt ?? draft.prompt;
}

function Parameters({ before, after }: DiffViewProps) {
  const [sent, next] = [useSent(before), useSent(after)];
  if (sent === undefined || next === undefined) return <Loading rows={1} />;
  if (sent === null || next === null)
    return <p className="text-dense text-warn">A recording was deleted, so its parameters are unknown.</p>;
  const changes = parameterChanges(sent, next);
  const [was, is] = [before, after].map(({ run, draft }) => run?.model ?? draft.model);
  if (was && is && was !== is) changes.unshift({ name: 'model', before: was, after: is });
  if (changes.length === 0) return <p className="text-dense text-faint">No difference.</p>;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-dense">
      {changes.map(({ name, before: old, after: now }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="wrap-anywhere">
            <del className={diffLook.removed}>{old ?? 'default'}</del>{' '}
            <ins className={diffLook.added}>{now ?? 'default'}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The state's draft; of an opened recording, its own request: undefined while loading, null once deleted. */
function useSent({ id, kind, draft }: HistoryNode): Draft | null | undefined {
  const [recorded, setRecorded] = useState<Draft | null>();
  const isRecording = kind === 'recording';
  useEffect(() => {
    if (!isRecording) return undefined;
    let isWanted = true;
    const read = async () => {
      const { file } = (await archive.recording(id)) ?? {};
      const reading = file === undefined ? null : await readRecording(file).catch(() => null);
      if (isWanted) setRecorded(reading?.ok ? draftOfRequest(reading.run.request) : null);
    };
    void read();
    return () => {
      isWanted = false;
    };
  }, [id, isRecording]);
  return isRecording ? recorded : draft;
}

function Outputs({ before, after }: DiffViewProps) {
  const outputs = [useOutputs(before), useOutputs(after)];
  const [choice, setChoice] = useState('0');
  const [was, is] = outputs;
  const count = Math.max(was?.texts.length ?? 0, is?.texts.length ?? 0);
  const notes = new Set(outputs.flatMap((output) => output?.notes ?? []));
  for (const texts of [was?.texts, is?.texts])
    if (texts !== undefined && texts.length > 0 && texts.length <= Number(choice))
      notes.add(`The ${texts === was?.texts ? 'first' : 'second'} state has no choice ${choice}.`);
  return (
    <section aria-label="Output">
      <h3 className="mb-1 text-dense font-strong text-muted">Output</h3>
      {count > 1 && <ChoicePicker count={count} choice={choice} onChoice={setChoice} />}
      {[...notes].map((note) => (
        <p key={note} className="mb-1 text-dense text-warn">
          {note}
        </p>
      ))}
      {was === null || is === null || was === undefined || is === undefined ? (
        <Loading />
      ) : (
        <Difference before={was.texts[Number(choice)] ?? ''} after={is.texts[Number(choice)] ?? ''} />
      )}
    </section>
  );
}

function ChoicePicker({ count, choice, onChoice }: ChoicePickerProps) {
  const indexes = Array.from({ length: count }, (_, index) => `${index}`);
  if (count > 8)
    return (
      <label className="mb-2 flex items-center gap-2 text-dense text-muted">
        Choice
        <Select
          value={choice}
          onValue={onChoice}
          options={indexes.map((value) => ({ value }))}
          className="tabular-nums"
        />
        of {formatCount(count)}
      </label>
    );
  return (
    <div className="mb-2">
      <Segmented
        aria-label="Choice"
        value={choice}
        onValue={onChoice}
        options={indexes.map((index) => ({ value: index, label: index }))}
      />
    </div>
  );
}

interface ChoicePickerProps {
  count: number;
  choice: string;
  onChoice: (choice: string) => void;
}

function Difference({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => diffWords(before, after) ?? replacement(before, after), [before, after]);
  if (before === after)
    return <p className="text-dense text-faint">{before === '' ? 'Empty in both.' : 'No difference.'}</p>;
  return (
    <p dir="auto" className="font-mono text-token wrap-anywhere whitespace-pre-wrap">
      <WordDiff parts={parts} />
    </p>
  );
}

/** For texts that have almost nothing in common. */
function replacement(before: string, after: string) {
  return [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ] as const;
}

interface KnownOutputs {
  readonly texts: readonly string[];
  readonly notes: readonly string[];
}

/** Summaries where a recording was deleted; null while loading. */
function useOutputs(node: HistoryNode): KnownOutputs | null {
  const [known, setKnown] = useState<KnownOutputs | null>(null);
  const shown = archive.tree.withRun(node.id);
  const id = shown?.id ?? null;
  useEffect(() => {
    let isWanted = true;
    const read = async () => {
      const texts = id === null ? null : await wholeOutputs(archive, id);
      if (!isWanted) return;
      const run = archive.tree.get(id)?.run;
      const own = id === null || id === node.id ? [] : [earlierNote(node)];
      if (texts !== null) setKnown({ texts, notes: own });
      else setKnown(run ? { texts: run.outputs, notes: [...own, keptNote] } : { texts: [], notes: own });
    };
    void read();
    return () => {
      isWanted = false;
    };
  }, [id, node]);
  return known;
}

function earlierNote(node: HistoryNode): string {
  return `${labelOf(node)} was not run: the output of the state before it is compared.`;
}

const keptNote = 'A recording was deleted, so only the beginning of its output is compared.';

/** The title is isolated: one in Hebrew would swap the quote and the time after it. */
function labelOf(node: HistoryNode): string {
  return `“\u2068${titleOf(node, archive.tree.get(node.parentId))}\u2069”, ${shortDateWords(node.at)}`;
}
