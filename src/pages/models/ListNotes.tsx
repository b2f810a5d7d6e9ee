// What was wrong with the list as the service sent it: said above the table, never hiding the rows that could be read.
import type { RecordList } from '#api/schema/read-list.ts';
import { Icon } from '#ui/Icon.tsx';

/** Nothing where the list came as the interface document has it. */
export function ListNotes<T>({ list }: { list: RecordList<T> }) {
  const { unreadable, notes } = list;
  if (unreadable.length === 0 && notes.length === 0) return null;
  return (
    <details className="shrink-0 border-b border-line px-3 py-1.5 text-dense text-muted">
      <summary>
        <Icon name="warning" className="mr-1.5 inline text-warn" />
        {unreadable.length > 0
          ? `${unreadable.length} of ${unreadable.length + list.items.length} models could not be read and are not in the table.`
          : 'The list differs from the interface document.'}
      </summary>
      <ul className="mt-1 grid max-h-60 gap-1 overflow-y-auto pl-5.5">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        {unreadable.slice(0, mostListed).map(({ index, reason, raw }) => (
          <li key={index} className="wrap-anywhere">
            Entry {index + 1}: {reason}{' '}
            <code className="text-faint">{JSON.stringify(raw).slice(0, 300)}</code>
          </li>
        ))}
        {unreadable.length > mostListed && <li>and {unreadable.length - mostListed} more</li>}
      </ul>
    </details>
  );
}

const mostListed = 100;
