// What was wrong with the list as the service sent it; the fine-tunes that could be read are shown all the same.
import type { FineTune } from '#api/schema/fine-tune.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import { Icon } from '#ui/Icon.tsx';

/** Nothing where the list came as the interface document has it. */
export function ListNotes({ list: { items, unreadable, notes } }: { list: RecordList<FineTune> }) {
  if (unreadable.length === 0 && notes.length === 0) return null;
  const sentence =
    unreadable.length === 0
      ? 'The list differs from the interface document.'
      : `${unreadable.length} of ${unreadable.length + items.length} fine-tunes could not be read.`;
  return (
    <details className="shrink-0 border-b border-line px-3 py-1.5 text-dense text-muted">
      <summary>
        <Icon name="warning" className="mr-1.5 inline text-warn" />
        {sentence}
      </summary>
      <ul className="mt-1 grid gap-1 pl-5.5">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        {unreadable.map(({ index, reason, raw }) => (
          <li key={index} className="wrap-anywhere">
            Entry {index + 1}: {reason}{' '}
            <code className="text-faint">{JSON.stringify(raw).slice(0, 300)}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
