// What each candidate stop would have done to all answers together.
import { formatCount } from '#lib/format.ts';
import { toVisible } from '#ui/escapes.ts';
import type { StopTally } from './cut-at-stops.ts';

/** @param laneCount answers that were searched */
export function StopTable({ tallies, laneCount }: { tallies: readonly StopTally[]; laneCount: number }) {
  return (
    <div className="overflow-x-auto">
      <table className="min-w-96 border-collapse text-dense">
        <caption className="sr-only">Candidate stops over all answers</caption>
        <thead className="border-b border-line text-label text-faint">
          <tr>
            {['stop', `found in, of ${laneCount}`, 'cuts first', 'tokens saved'].map((head, column) => (
              <th
                key={head}
                scope="col"
                className={`py-1 font-regular ${column === 0 ? 'pr-8 text-left' : 'pl-6 text-right'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tallies.map(({ stop, found, cuts, tokensSaved }) => (
            <tr key={stop} className="border-b border-line">
              <th scope="row" className="h-7 pr-8 text-left font-mono font-regular">
                {toVisible(stop)}
              </th>
              <td className={figure}>{formatCount(found)}</td>
              <td className={figure}>{formatCount(cuts)}</td>
              <td className={figure}>{formatCount(tokensSaved)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const figure = 'pl-6 text-right tabular-nums';
