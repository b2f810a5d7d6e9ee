// Notes on a malformed list.
import { formatCount } from '#lib/format.ts';
import { Icon } from '#ui/Icon.tsx';

interface ListNotesProps {
  list: {
    readonly items: readonly unknown[];
    /** Deviations from the interface document. */
    readonly notes: readonly string[];
    readonly unreadable: readonly {
      readonly index: number;
      readonly reason: string;
      readonly raw: unknown;
    }[];
  };
  /** Plural, as "models". */
  name: string;
}

export function ListNotes({ list: { items, notes, unreadable }, name }: ListNotesProps) {
  if (unreadable.length === 0 && notes.length === 0) return null;
  return (
    <details className="shrink-0 border-b border-line px-3 py-1.5 text-dense text-muted">
      <summary>
        <Icon name="warning" className="mr-1.5 inline text-warn" />
        {unreadable.length === 0
          ? 'The list does not fully match the API.'
          : `${formatCount(unreadable.length)} of ${formatCount(unreadable.length + items.length)} ${name} could not be read.`}
      </summary>
      <ul className="mt-1 grid max-h-60 gap-1 overflow-y-auto pl-5.5">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        {unreadable.slice(0, maxListed).map(({ index, reason, raw }) => (
          <li key={index} className="wrap-anywhere">
            Entry {index + 1}: {reason}{' '}
            <code className="text-faint">{JSON.stringify(raw).slice(0, 300)}</code>
          </li>
        ))}
        {unreadable.length > maxListed && <li>and {unreadable.length - maxListed} more</li>}
      </ul>
    </details>
  );
}

const maxListed = 100;
