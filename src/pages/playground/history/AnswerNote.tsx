// Note and rating of an answer.
import { useEffect, useEffectEvent } from 'react';
import { useRun } from '#run/run-store.ts';
import { Button } from '#ui/Button.tsx';
import { TextInput } from '#ui/Field.tsx';
import { useDraft } from '#ui/number-text.ts';
import { archive, nodeIdOf, useArchiveVersion } from './history-controller.ts';
import type { HistoryNode, Rating } from './node.ts';
import { timeAfter } from './storage.ts';
import { ratingWords } from './summary.ts';

export function AnswerNote() {
  useArchiveVersion();
  const run = useRun();
  const node = run === null ? undefined : archive.tree.get(nodeIdOf(run.id) ?? null);
  if (!node?.run || run?.state.phase !== 'ended') return null;
  return (
    <section aria-label="Rating of this answer" className="max-w-96 min-w-64 flex-1">
      <NoteFields key={node.id} node={node} />
    </section>
  );
}

export function NoteFields({ node }: { node: HistoryNode }) {
  const [note, setNote] = useDraft(node.note, node.note);

  function keepNote(text: string) {
    if (text.trim() === node.note) return;
    // The field keeps a space before the next word.
    setNote(text, text.trim());
    keepNames(node, { note: text.trim() });
  }
  const keepPaused = useEffectEvent(keepNote);
  useEffect(() => {
    const timer = setTimeout(() => keepPaused(note), pauseMs);
    return () => clearTimeout(timer);
  }, [note]);

  return (
    <div className="flex items-center gap-1">
      <div className="min-w-0 flex-1">
        <TextInput
          aria-label="Note"
          placeholder="Add a note"
          value={note}
          onValue={(next) => setNote(next, node.note)}
          onBlur={() => keepNote(note)}
          data-keys="name"
          onKeyDown={(event) => event.key === 'Enter' && keepNote(note)}
        />
      </div>
      {node.run !== null &&
        node.run.tokens > 0 &&
        ratings.map(({ value, label }) => (
          <Button
            key={value}
            look={node.rating === value ? 'plain' : 'quiet'}
            aria-label={label}
            aria-pressed={node.rating === value}
            onClick={() => keepNames(node, { rating: node.rating === value ? null : value })}
          >
            {ratingWords[value]}
          </Button>
        ))}
    </div>
  );
}

/** Of typing, after which the note is kept: the page may close. */
const pauseMs = 500;

const ratings = [
  { value: 'up', label: 'Good answer' },
  { value: 'down', label: 'Bad answer' },
] as const;

export function keepNames(
  { id, name, note, rating }: HistoryNode,
  changed: { readonly text?: string; readonly note?: string; readonly rating?: Rating | null },
): void {
  const at = timeAfter(archive.tree.nameRecord(id));
  void archive.add({ names: [{ id, text: name, note, rating, ...changed, at }] });
}
