// Lines of a log that should have said something and were not understood, with their numbers and why.
import { formatCount } from '#lib/format.ts';
import type { UnreadLine } from './log-report.ts';

interface UnreadLinesProps {
  /** All of them. */
  count: number;
  /** The first. */
  lines: readonly UnreadLine[];
}

/** Folded until asked for; the rest of the file was read. */
export function UnreadLines({ count, lines }: UnreadLinesProps) {
  return (
    <details className="text-dense">
      <summary className="w-fit text-warn">
        {formatCount(count)} {count === 1 ? 'line was' : 'lines were'} not understood
      </summary>
      <div
        role="region"
        aria-label="Lines that were not understood"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by key, too
        tabIndex={0}
        className="mt-1 max-h-56 overflow-auto border-l border-line pl-3"
      >
        <table className="text-left">
          <thead className="text-label text-faint">
            <tr>
              <th className="pr-4 text-right font-regular">line</th>
              <th className="pr-4 font-regular">why</th>
              <th className="font-regular">what it says</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ ordinal, line, text, reason }) => (
              <tr key={ordinal} className="align-top">
                <td className="pr-4 text-right">{formatCount(line)}</td>
                <td className="min-w-40 pr-4 text-muted">{reason}</td>
                <td className="font-mono wrap-anywhere">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {count > lines.length && (
          <p className="mt-1 text-muted">and {formatCount(count - lines.length)} more</p>
        )}
      </div>
    </details>
  );
}
