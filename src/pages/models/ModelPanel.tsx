// Model details.
import { Link } from 'wouter';
import type { ReactNode } from 'react';
import { addressOf, paths } from '#lib/address.ts';
import { Sparkline } from '#charts/Sparkline.tsx';
import { type Model, samplePricesNoted, isSampleModel } from '#api/schema/model.ts';
import { formatCounted } from '#lib/format.ts';
import { dayWords } from '#lib/dates.ts';
import { priceNumber } from '#pricing/money.ts';
import { type Snapshot, priceTexts, pricesOf } from '#pricing/price-history.ts';
import { withSamplesIn } from '#pricing/sample-prices.ts';
import type { TokenUnit } from '#pricing/units.ts';
import { writeList } from '#table/address-params.ts';
import type { Column } from '#table/column.ts';
import { tableCell } from '#table/TableCell.tsx';
import { usePanelFocus } from '#table/use-panel-focus.ts';
import { IconButton, Button } from '#ui/Button.tsx';
import { CopyButton, RawJson } from '#ui/CopyButton.tsx';
import { linkLook } from '#ui/Field.tsx';
import { ModelLink } from './columns.tsx';

interface ModelPanelProps {
  model: Model;
  raw: unknown;
  columns: readonly Column<Model>[];
  /** Oldest first. */
  snapshots: readonly Snapshot[];
  unit: TokenUnit;
  onClose: () => void;
}

export function ModelPanel({ model, raw, columns, snapshots, unit, onClose }: ModelPanelProps) {
  const box = usePanelFocus();
  return (
    <aside
      ref={box}
      tabIndex={-1}
      aria-label={`Model ${model.id}`}
      className="flex w-96 shrink-0 flex-col border-l outline-none border-line bg-panel max-desk:absolute max-desk:inset-0 max-desk:z-20 max-desk:w-auto"
    >
      <header className="flex min-h-bar shrink-0 items-center gap-2 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="min-w-0 flex-1 font-mono wrap-anywhere">{model.id}</h2>
        <CopyButton text={() => model.id} label="Copy id" />
        <IconButton icon="cross" label="Close the model" onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        {isSampleModel(model) && (
          <p className="mb-3 text-dense text-muted">
            A sample that cannot be run. Its prices were noted in {samplePricesNoted} and are not an offer.
          </p>
        )}
        <ModelActs id={model.id} isSample={isSampleModel(model)} />
        <PriceHistory snapshots={snapshots} model={model} unit={unit} />
        <dl className="mt-4 grid gap-2 border-t border-line pt-3">
          {columns
            .filter(({ id }) => id !== 'id')
            .map((column) => (
              <PanelField
                key={column.id}
                name={column.head}
                unit={column.unit}
                help={column.formula?.(model) ?? column.help}
              >
                {column.id === 'link' ? <ModelLink link={model.link} canFocus /> : tableCell(column, model)}
              </PanelField>
            ))}
          {unnamedFields(raw).map(([name, value]) => (
            <PanelField key={name} name={name} help="An undocumented field, as sent.">
              <span className="font-mono text-dense">{JSON.stringify(value)}</span>
            </PanelField>
          ))}
        </dl>
        <RawJson value={raw} />
      </div>
    </aside>
  );
}

interface PanelFieldProps {
  name: string;
  unit?: string | undefined;
  help?: string | undefined;
  children: ReactNode;
}

function PanelField({ name, unit, help, children }: PanelFieldProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
      <dt className="text-muted">
        {name}
        {unit && <span className="text-dense text-faint"> {unit}</span>}
      </dt>
      <dd className="text-right wrap-anywhere tabular-nums *:ml-auto *:justify-end">{children}</dd>
      {help && <dd className="col-span-2 text-label text-faint">{help}</dd>}
    </div>
  );
}

const quietLook =
  'act-link inline-flex h-control items-center rounded-control border border-line px-2.5 transition-colors hover:border-edge';

/** Links only: the playground just fills its draft. */
function ModelActs({ id, isSample }: { id: string; isSample: boolean }) {
  return (
    <div className="flex flex-wrap gap-2">
      {/* Samples do not answer. */}
      {!isSample && (
        <Link href={addressOf(paths.playground, { model: id })} className={linkLook}>
          Open in playground
        </Link>
      )}
      <Link href={addressOf(paths.hardware, { model: id })} className={quietLook}>
        Hardware for this model
      </Link>
      <Link href={addressOf(paths.fineTunes, { 'in.model': writeList([id]) })} className={quietLook}>
        Fine-tunes of this model
      </Link>
    </div>
  );
}

export function MissingModel({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <div
      role="status"
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 border-t border-line bg-panel px-3 text-dense"
    >
      <span className="min-w-0 wrap-anywhere">
        There is no model called <span className="font-mono">{id}</span>.
      </span>
      <Button look="quiet" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

const named = new Set([
  'id',
  'object',
  'created',
  'type',
  'display_name',
  'organization',
  'link',
  'license',
  'context_length',
  'pricing',
]);
const namedPrices = new Set(['hourly', 'input', 'output', 'base', 'finetune']);

/** In the order of the record; unknown prices as `pricing.name`. */
export function unnamedFields(raw: unknown): readonly (readonly [string, unknown])[] {
  const own = entriesOf(raw);
  const prices = entriesOf(own.find(([name]) => name === 'pricing')?.[1]);
  return [
    ...own.filter(([name]) => !named.has(name)),
    ...prices
      .filter(([name]) => !namedPrices.has(name))
      .map(([name, value]) => [`pricing.${name}`, value] as const),
  ];
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

const fields = [
  ['input', 'Input'],
  ['output', 'Output'],
  ['hourly', 'Hourly'],
  ['finetune', 'Fine-tune'],
] as const;

/** Omits prices that were never above 0; those of a sample are in the unit of the others. */
function PriceHistory({ snapshots, model, unit }: Pick<ModelPanelProps, 'snapshots' | 'model' | 'unit'>) {
  const { id } = model;
  const lines = fields.flatMap(([field, label]) => {
    const points = pricesOf(snapshots, id, field).map(({ atMs, value }) => {
      const [then] = withSamplesIn([{ ...model, pricing: { [field]: value } }], unit);
      return { atMs, value: priceNumber(then?.pricing?.[field]) ?? value };
    });
    const now = model.pricing?.[field];
    const values = [...points.map(({ value }) => value), priceNumber(now) ?? now];
    return points.some(({ value }) => value !== 0) ? [{ field, label, points, values }] : [];
  });
  const [first] = snapshots;
  if (lines.length === 0 || first === undefined) return null;
  return (
    <section aria-label="Price history" className="mt-4 border-t border-line pt-2">
      <h3 className="font-medium">Prices since {dayWords(first.atMs)}</h3>
      <p className="text-dense text-muted">
        From this browser’s price history: every change, and when each price was first and last seen.
      </p>
      <ul className="mt-1 grid gap-1">
        {lines.map(({ field, label, points, values }) => {
          const [start, end] = priceTexts(values[0], values.at(-1));
          const count = values.filter((value, index) => index > 0 && value !== values[index - 1]).length;
          const words = `${label}: ${start} on ${dayWords(points[0]?.atMs ?? 0)}, ${end} now, ${formatCounted(count, 'change')}`;
          return (
            <li key={field} className="flex items-center gap-3">
              <span className="w-18 shrink-0 text-muted">{label}</span>
              {count === 0 ? (
                <span className="flex-1 text-dense text-faint">no change</span>
              ) : (
                <Sparkline points={points} label={words} />
              )}
              <span className="min-w-14 shrink-0 text-right tabular-nums">
                {count > 0 && <span className="text-faint">{start} → </span>}
                {end}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
