// What was wrong with the list as the service sent it: said above the table, never hiding the rows that could be read.
import type { Hardware } from '#api/schema/hardware.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import { Icon } from '#ui/Icon.tsx';

/** Nothing where the list came as the interface document has it. */
export function ListNotes({ list }: { list: RecordList<Hardware> }) {
  const { unreadable, notes, items } = list;
  if (unreadable.length === 0 && notes.length === 0) return null;
  return (
    <details className="shrink-0 border-b border-line px-3 py-1.5 text-dense text-muted">
      <summary>
        <Icon name="warning" className="mr-1.5 inline text-warn" />
        {unreadable.length > 0
          ? `${unreadable.length} of ${unreadable.length + items.length} configurations could not be read and are not in the table.`
          : 'The list differs from the interface document.'}
      </summary>
      <ul className="mt-1 list-disc pl-9">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        {unreadable.map(({ index, reason }) => (
          <li key={index}>
            Entry {index + 1}: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
