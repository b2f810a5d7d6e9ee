// The scores as a table: every rung with its perplexity, and its change from the base.
import { formatPerplexity } from '#pages/playground/labs/score/surprise-unit.ts';
import { formatChange, type RungScore } from './ladder-scores.ts';

/** A rung without a score says why, in the service's words. */
export function ScoreTable({ scores }: { scores: readonly RungScore[] }) {
  return (
    <table className="w-full border-collapse text-dense tabular-nums">
      <caption className="sr-only">Perplexity of the text by rung</caption>
      <thead className="border-b border-line text-label text-faint">
        <tr>
          <th scope="col" className="py-1 text-left font-regular">
            rung
          </th>
          <th scope="col" className="w-16 py-1 text-right font-regular">
            tokens
          </th>
          <th scope="col" className="w-20 py-1 text-right font-regular">
            perplexity
          </th>
          <th scope="col" className="w-24 py-1 text-right font-regular">
            from base
          </th>
        </tr>
      </thead>
      <tbody>
        {scores.map(({ rung, name, perplexity, count, change, isBest, problem }) => (
          <tr key={rung.model} className="border-b border-line align-top">
            <th scope="row" className="py-1 pr-3 text-left font-regular" title={rung.model}>
              {name}
              {isBest && <span className="text-label text-muted"> · lowest</span>}
              {problem !== null && <p className="text-label wrap-anywhere text-bad">{problem}</p>}
            </th>
            <td className="py-1 text-right text-muted">{count ?? '–'}</td>
            <td className={`py-1 text-right ${isBest ? 'font-strong' : ''}`}>
              {formatPerplexity(perplexity)}
            </td>
            <td className="py-1 text-right text-muted">{formatChange(change)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
