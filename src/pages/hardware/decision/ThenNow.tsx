// A decision that came with a link beside today's prices: what has changed, by how much, and what it changes.
import type { Decision } from '#pricing/decision/decision.ts';
import { flipSentence, thenNow, withPrices, type PricesNow } from '#pricing/decision/then-now.ts';
import { verdictSentence } from '#pricing/decision/verdict-sentence.ts';
import { tokenUnit, type TokenUnit } from '#pricing/token-unit.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';

interface ThenNowProps {
  decision: Decision;
  prices: PricesNow;
  /** The unit that the page reads token prices in. */
  unit: TokenUnit;
  onUnit: (unit: TokenUnit) => void;
  onClose: () => void;
}

/** Same lines are muted, so that a change is what is seen. */
export function ThenNow({ decision, prices, unit, onUnit, onClose }: ThenNowProps) {
  const rows = thenNow(decision, prices);
  const changed = rows.filter(({ hasChanged }) => hasChanged).length;
  const current = withPrices(decision, prices);
  const [before, today] = [verdictSentence(decision), verdictSentence(current)];
  const flip = flipSentence(decision, current);
  return (
    <section aria-label="Then against now" className="shrink-0 border-b border-line bg-panel px-4 py-3">
      <div className="flex items-start gap-3">
        <p className="flex-1">
          <span className="font-strong">A decision of {decision.at.slice(0, 10)}.</span>{' '}
          {changed === 0
            ? 'Nothing has changed since.'
            : `${changed} of ${rows.length} figures have changed.`}{' '}
          {before !== today && <span className="text-muted">Then it said: {before}</span>}
          {flip !== null && <span className="mt-1 block font-strong text-warn">{flip}</span>}
        </p>
        <IconButton icon="cross" label="Close then against now" onClick={onClose} />
      </div>
      <div className="overflow-x-auto">
        <table className="mt-1 border-separate border-spacing-x-0 border-spacing-y-0.5 text-dense">
          <thead>
            <tr className="text-faint">
              <th className="pr-6 max-tablet:pr-3 text-left font-regular">Price or result</th>
              <th className="pr-6 max-tablet:pr-3 text-right font-regular">Then</th>
              <th className="pr-6 max-tablet:pr-3 text-right font-regular">Now</th>
              <th className="text-right font-regular">Change</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, before: then, today: now, change, hasChanged }) => (
              <tr key={label} className={hasChanged ? '' : 'text-muted'}>
                <th scope="row" className="pr-6 max-tablet:pr-3 text-left font-regular whitespace-nowrap">
                  {label}
                </th>
                <td className="pr-6 max-tablet:pr-3 text-right whitespace-nowrap">{then}</td>
                <td className="pr-6 max-tablet:pr-3 text-right whitespace-nowrap">{now}</td>
                <td className={`text-right whitespace-nowrap ${hasChanged ? 'font-strong' : ''}`}>
                  {change}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {unit.id !== decision.model.unit && (
        <p className="mt-2 flex flex-wrap items-center gap-2 text-dense text-muted">
          It reads token prices in {tokenUnit(decision.model.unit).label}; this page reads them in{' '}
          {unit.label}.
          <Button onClick={() => onUnit(tokenUnit(decision.model.unit))}>
            Read them in {tokenUnit(decision.model.unit).label}
          </Button>
        </p>
      )}
    </section>
  );
}
