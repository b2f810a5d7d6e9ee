// How the prices of a model went, as far as the diary of this browser reaches: a small stepped line a price.
import { formatAmount } from '#pricing/money.ts';
import { historyOf, type Snapshot } from '#pricing/diary/snapshot.ts';
import { steppedPath } from './stepped-path.ts';

const fields = [
  ['input', 'Input'],
  ['output', 'Output'],
  ['hourly', 'Hourly'],
  ['finetune', 'Fine-tune'],
] as const;

const [width, height] = [160, 28];

/** @param pages oldest first; prices that are 0 or absent on all of them are left out */
export function PriceHistory({ pages, id }: { pages: readonly Snapshot[]; id: string }) {
  const lines = fields.flatMap(([field, label]) => {
    const points = historyOf(pages, id, field).flatMap(({ atMs, value }) =>
      typeof value === 'number' ? [{ atMs, value }] : [],
    );
    return points.some(({ value }) => value !== 0) ? [{ field, label, points }] : [];
  });
  const [first] = pages;
  if (lines.length === 0 || first === undefined) return null;
  return (
    <section aria-label="Price history" className="mt-4 border-t border-line pt-2">
      <h3 className="font-medium">Prices since {dayOf(first.atMs)}</h3>
      <p className="text-dense text-muted">
        From the price history of this browser: every change, and the first and last time that a price was
        seen.
      </p>
      <ul className="mt-1 grid gap-1">
        {lines.map(({ field, label, points }) => {
          const values = points.map(({ value }) => value);
          const [start = 0, end = 0] = [values[0], values.at(-1)];
          const count = values.filter((value, index) => index > 0 && value !== values[index - 1]).length;
          const words = `${label}: ${formatAmount(start)} on ${dayOf(points[0]?.atMs ?? 0)}, ${formatAmount(end)} now, ${count} ${count === 1 ? 'change' : 'changes'}`;
          return (
            <li key={field} className="flex items-center gap-3">
              <span className="w-18 shrink-0 text-muted">{label}</span>
              <svg
                role="img"
                aria-label={words}
                viewBox={`0 0 ${width} ${height}`}
                preserveAspectRatio="none"
                className="h-7 min-w-0 flex-1"
              >
                <title>{words}</title>
                <path
                  d={steppedPath(points, width, height)}
                  fill="none"
                  stroke="var(--series-1)"
                  strokeWidth="2"
                  vectorEffect="non-scaling-stroke"
                />
              </svg>
              <span className="min-w-14 text-right tabular-nums">{formatAmount(end)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}
