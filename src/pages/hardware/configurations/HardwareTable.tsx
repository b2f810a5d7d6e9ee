// Table of configurations.
import { useMemo, type ReactNode } from 'react';
import type { Client } from '#api/client.ts';
import { useEmbedded } from '#connection/use-client.ts';
import { rateUnit, rateUnits, type RateUnitId, type Share } from '#pricing/rate.ts';
import { DataTable } from '#table/DataTable.tsx';
import { pickTableParams, withTableParams } from '#table/address-params.ts';
import type { QuickFilter } from '#table/arrange.ts';
import { useAddressedState } from '#table/address.ts';
import { scaleFilters } from '#table/scale-filter.ts';
import { usePanelFocus } from '#table/use-panel-focus.ts';
import { IconButton } from '#ui/Button.tsx';
import { useCommands } from '#ui/commands.ts';
import { Segmented } from '#ui/Segmented.tsx';
import { Select } from '#ui/Select.tsx';
import { phone, useMedia } from '#ui/use-media.ts';
import { ChangesPanel } from './ChangesPanel.tsx';
import { ChartsPanel } from './ChartsPanel.tsx';
import { DetailsPanel, RowHistory } from './DetailsPanel.tsx';
import { WatchPanel } from './WatchPanel.tsx';
import { hardwareColumns } from './columns.tsx';
import type { HardwareRow } from './hardware-row.ts';
import { sideNames, sides, type Choices, type HardwareSearch, type Side } from './search.ts';
import type { PriceHistoryView } from './use-price-history.ts';
import { useWatches } from './watches.ts';

interface HardwareTableProps {
  search: HardwareSearch;
  changeSearch: (change: (before: HardwareSearch) => HardwareSearch, how: 'push' | 'replace') => void;
  choices: Choices;
  rows: readonly HardwareRow[];
  onChange: (change: Partial<Choices>) => void;
  priceHistory: PriceHistoryView;
  client: Client;
}

export function HardwareTable(props: HardwareTableProps) {
  const { search, changeSearch, choices, rows, onChange, priceHistory, client } = props;
  const { unit, per, replicas, used, budget, model, side, open } = choices;
  const watches = useWatches();
  const isEmbedded = useEmbedded();
  const hasSamples = rows.some(({ hardware }) => hardware.sample === true);
  const isPhone = useMedia(phone);
  const columns = useMemo(
    () =>
      hardwareColumns({
        choices: { unit, per, replicas, used, budget, model },
        isEmbedded,
        hasSamples,
        isPhone,
      }),
    [unit, per, replicas, used, budget, model, isEmbedded, hasSamples, isPhone],
  );
  const hides = useMemo(() => hidesFor(model !== null, budget !== null), [model, budget]);
  const table = useAddressedState(
    pickTableParams(search),
    (params, how) => changeSearch((before) => withTableParams(before, params), how),
    { columns, hides },
  );
  const [, onState] = table;
  function changeUnit(next: RateUnitId) {
    const factor = rateUnit(next).factor / rateUnit(unit).factor;
    onState((now) =>
      scaleFilters(
        now,
        columns.filter(({ id }) => id === 'price'),
        factor,
      ),
    );
    onChange({ unit: next });
  }
  const openRow = rows.find(({ hardware }) => hardware.id === open);
  return (
    <div className="flex min-h-80 flex-1 max-tablet:h-[calc(100dvh-8.5rem)] max-tablet:flex-none">
      <div className={`flex min-w-0 flex-1 flex-col ${side === null ? '' : 'max-desk:hidden'}`}>
        <DataTable
          label="configurations"
          rows={rows}
          columns={columns}
          row={{
            getId: rowId,
            onOpen: ({ hardware: { id } }) =>
              onChange(
                id === open && side === 'details'
                  ? noneOpen
                  : // Other panels do not show which one is chosen.
                    { open: id, side: side === 'charts' ? side : 'details' },
              ),
            openId: open ?? undefined,
            getHref: rowHref,
            getDimmed: whyDimmed,
          }}
          state={table}
          hides={hides}
          canCompare
          controls={
            <>
              <UnitChoice label="Price unit" value={unit} onValue={changeUnit} options={unitOptions} />
              <UnitChoice
                label="Price for"
                value={per}
                onValue={(share) => onChange({ per: share })}
                options={shareOptions}
              />
            </>
          }
        />
      </div>
      {side !== null && (
        <SidePanel
          side={side}
          onSide={(next) => onChange({ side: next })}
          counts={{ watch: watches.length, changes: priceHistory.changes.length }}
        >
          {side === 'charts' && (
            <ChartsPanel rows={rows} choices={choices} onSelect={(id) => onChange({ open: id })} />
          )}
          {side === 'watch' && <WatchPanel client={client} model={model} rows={rows} />}
          {side === 'changes' && (
            <ChangesPanel
              priceHistory={priceHistory}
              onOpen={(id) => onChange({ open: id, side: 'details' })}
            />
          )}
          {side === 'details' &&
            (openRow ? (
              <DetailsPanel
                row={openRow}
                columns={columns}
                history={<RowHistory id={openRow.hardware.id} snapshots={priceHistory.snapshots} />}
                onBreakEven={() => onChange({ view: 'break-even' })}
              />
            ) : open === null ? (
              <p className="p-4 text-muted">Choose a configuration in the table.</p>
            ) : (
              <div className="p-4">
                <p className="wrap-anywhere">
                  The service does not list <span className="font-mono">{open}</span>.
                </p>
                <RowHistory id={open} snapshots={priceHistory.snapshots} />
              </div>
            ))}
        </SidePanel>
      )}
    </div>
  );
}

const noneOpen = { open: null, side: null } as const;

const forModel: readonly QuickFilter<HardwareRow>[] = [
  { id: 'unfit', label: 'Compatible only', hides: ({ offer }) => offer.kind === 'not-offered' },
  {
    id: 'unavailable',
    label: 'Hide unavailable',
    hides: ({ offer }) =>
      offer.kind === 'not-offered' || (offer.kind === 'offered' && offer.status === 'unavailable'),
  },
];

const forAll: readonly QuickFilter<HardwareRow>[] = [
  {
    id: 'dominated',
    label: 'Hide those with cheaper alternatives',
    hides: ({ dominator }) => dominator !== null,
  },
];

const forBudget: readonly QuickFilter<HardwareRow>[] = [
  { id: 'budget', label: 'Hide over budget', hides: ({ isOverBudget }) => isOverBudget },
];

function hidesFor(hasModel: boolean, hasBudget: boolean): readonly QuickFilter<HardwareRow>[] {
  return [...(hasModel ? forModel : []), ...forAll, ...(hasBudget ? forBudget : [])];
}

function rowId({ hardware }: HardwareRow): string {
  return hardware.id;
}

// Relative: works under any path.
function rowHref({ hardware: { id } }: HardwareRow): string {
  return `?open=${encodeURIComponent(id)}&side=details`;
}

function whyDimmed({ notes }: HardwareRow): string | null {
  return notes.length === 0 ? null : notes.join('; ');
}

interface UnitChoiceProps<Value extends string> {
  label: string;
  value: Value;
  onValue: (value: Value) => void;
  options: readonly { readonly value: Value; readonly label: string }[];
}

/** On a phone radio buttons would take a line from the rows. */
function UnitChoice<Value extends string>({ label, ...rest }: UnitChoiceProps<Value>) {
  return (
    <>
      <div className="contents max-tablet:hidden">
        <Segmented aria-label={label} {...rest} />
      </div>
      <Select aria-label={label} {...rest} className="tablet:hidden" />
    </>
  );
}

const unitOptions = rateUnits.map(({ id, label }) => ({ value: id, label }));

const shareOptions: readonly { readonly value: Share; readonly label: string }[] = [
  { value: 'whole', label: 'Whole' },
  { value: 'gpu', label: 'Per GPU' },
  { value: 'gb', label: 'Per GB' },
];

interface SidePanelProps {
  side: Side;
  onSide: (side: Side | null) => void;
  counts: { readonly watch: number; readonly changes: number };
  children: ReactNode;
}

function SidePanel({ side, onSide, counts, children }: SidePanelProps) {
  const nameOf = (value: Side) => {
    const count = value === 'watch' ? counts.watch : value === 'changes' ? counts.changes : 0;
    return count > 0 ? `${sideNames[value]} ${count}` : sideNames[value];
  };
  const box = usePanelFocus();
  useCommands([{ title: 'Close the side panel', keys: 'Escape', run: () => onSide(null) }]);
  return (
    <aside
      ref={box}
      tabIndex={-1}
      aria-label="Side panel"
      className="flex w-110 outline-none shrink-0 flex-col border-l border-line bg-panel max-desk:w-full max-desk:border-l-0"
    >
      <header className="flex min-h-bar shrink-0 items-center justify-between gap-2 border-b border-line px-3">
        <Segmented
          aria-label="Side panel content"
          value={side}
          onValue={onSide}
          options={sides.map((value) => ({ value, label: nameOf(value) }))}
        />
        <IconButton icon="cross" label="Close the side panel" onClick={() => onSide(null)} />
      </header>
      {/* Each begins at its top. */}
      <div key={side} className="min-h-0 flex-1 overflow-y-auto">
        {children}
      </div>
    </aside>
  );
}
