// Models table with calculator and details panel.
import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { type Model, isSampleModel, readableFirst } from '#api/schema/model.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import { clockWords } from '#lib/dates.ts';
import { withSamplesIn } from '#pricing/sample-prices.ts';
import { useReadUnit } from '#pricing/read-unit.ts';
import { type TokenUnit, tokenUnits, chooseTokenUnit, dollarsPerToken } from '#pricing/units.ts';
import { enterWorkload, forgetWorkload, workloadFromTraffic, type Workload } from '#pricing/workload.ts';
import { DataTable } from '#table/DataTable.tsx';
import { ListNotes } from '#table/ListNotes.tsx';
import { pickTableParams, withTableParams } from '#table/address-params.ts';
import type { QuickFilter } from '#table/arrange.ts';
import { scaleFilters } from '#table/scale-filter.ts';
import { toggleQuickFilter, type ChangeTable, type TableState } from '#table/table-state.ts';
import { useAddressedState } from '#table/address.ts';
import { phone, useMedia } from '#ui/use-media.ts';
import { IconButton } from '#ui/Button.tsx';
import { Empty } from '#ui/States.tsx';
import { Select } from '#ui/Select.tsx';
import { useCommands } from '#ui/commands.ts';
import { useOwnEntry } from '#ui/use-own-entry.ts';
import { ChangesLine, useModelPriceHistory, changesText } from './ChangesLine.tsx';
import { MissingModel, ModelPanel } from './ModelPanel.tsx';
import { WorkloadPanel } from './WorkloadPanel.tsx';
import { modelColumns, type ModelColumn } from './columns.tsx';
import {
  withUnitWhereRead,
  unitOf,
  withPart,
  workloadNames,
  type ChangeModelsSearch,
  type ModelsSearch,
  isWorkloadEntered,
  readModelsSearch,
  readWorkload,
  withWorkload,
  workloadText,
} from './search.ts';

interface ModelsTableProps {
  connectionId: string;
  list: RecordList<Model>;
  atMs: number;
  isLoading: boolean;
  onLoad: () => void;
  search: ModelsSearch;
  changeSearch: ChangeModelsSearch;
  act: ReactNode;
}

export function ModelsTable(props: ModelsTableProps) {
  const { connectionId, list, atMs, isLoading, onLoad, changeSearch, act } = props;
  const search = useCarriedWorkload(props.search, changeSearch);
  const unit = useReadUnit(unitOf(search));
  const { snapshots, changes } = useModelPriceHistory(connectionId, list, atMs);
  const reading = useReading(search);
  useEnteredWorkload(search, reading.workload);
  const isPricingMonths = search['calc'] !== undefined;
  const isPhone = useMedia(phone);
  const hasSamples = list.items.some(isSampleModel);
  // Each key in the calculator recomputes every price.
  const choices = useDeferredValue(
    useMemo(
      () => ({ unit, reading, isPricingMonths, changes, isPhone, hasSamples }),
      [unit, reading, isPricingMonths, changes, isPhone, hasSamples],
    ),
  );
  const columns = useMemo(() => modelColumns(choices), [choices]);
  const models = useMemo(
    () => withSamplesIn(readableFirst(list.items), choices.unit),
    [list.items, choices.unit],
  );
  useUnitInAddress(search, unit, columns, changeSearch);
  const unchanged = useMemo((): QuickFilter<Model> => {
    const isSame = ({ id }: Model) => changes !== null && !changes.added.has(id) && !changes.changed.has(id);
    return { id: 'unchanged', label: 'Only changes', hides: isSame };
  }, [changes]);
  const hides = useMemo(() => [hideSamples, unchanged], [unchanged]);

  const hasChanges = changes !== null && changesText(changes, atMs) !== null;
  const shownHides = useMemo(
    () => [...(hasSamples ? [hideSamples] : []), ...(hasChanges ? [unchanged] : [])],
    [hasSamples, hasChanges, unchanged],
  );

  const openId = search['open'] === undefined ? undefined : String(search['open']);
  // Opening is a history entry: Back closes the panel. The same holds for the workload.
  const [panelEntry, workloadEntry] = [useOwnEntry(), useOwnEntry()];
  function change(part: 'open' | 'calc', text: string) {
    const entry = part === 'open' ? panelEntry : workloadEntry;
    if (text === '' && entry.closes(placeOf(withPart(search, part, ''), unit))) return;
    const isOpening = search[part] === undefined;
    if (isOpening) entry.opens(placeOf(search, unit));
    changeSearch((now) => withPart(now, part, text), isOpening ? 'push' : 'replace');
  }
  const open = (id: string) => change('open', id);
  const table = useAddressedState(
    pickTableParams(search),
    (params, how) => changeSearch((now) => withTableParams(now, params), how),
    { columns, hides },
  );
  const [state, onState] = table;
  useFiltersInUnit(table, columns, unit);
  const isOpen = ({ id }: Model) => id === openId;
  const model = models.find(isOpen);
  useCommands(model === undefined ? [] : [{ title: 'Close the model', keys: 'Escape', run: () => open('') }]);

  return (
    <div className="relative flex min-h-0 flex-1">
      {/* Must not be reached where the panel covers it. */}
      <div className={`flex min-w-0 flex-1 flex-col ${model === undefined ? '' : 'max-desk:invisible'}`}>
        <ListNotes list={list} name="models" />
        <DataTable
          label="models"
          rows={models}
          columns={columns}
          row={{
            getId: modelId,
            onOpen: ({ id }) => open(id === openId ? '' : id),
            openId,
            getHref: modelHref,
          }}
          state={table}
          hides={shownHides}
          canCompare
          controls={
            <PageControls
              unit={unit}
              onUnit={(id) => changeSearch((now) => withPart(now, 'prices', id), 'replace')}
              atMs={atMs}
              isLoading={isLoading}
              onLoad={onLoad}
              isPricingMonths={isPricingMonths}
              onPricingMonths={() => change('calc', isPricingMonths ? '' : 'open')}
            />
          }
          renderPanel={
            isPricingMonths
              ? (shown) => (
                  <WorkloadPanel
                    models={shown}
                    isFiltered={shown.length < list.items.length}
                    unit={choices.unit}
                    search={search}
                    reading={choices.reading}
                    onText={(name, text) => changeSearch((now) => withPart(now, name, text), 'replace')}
                    onTexts={(texts) =>
                      changeSearch((now) => {
                        let next = now;
                        for (const name of workloadNames)
                          next = withPart(next, name, workloadText(texts, name));
                        return next;
                      }, 'replace')
                    }
                  />
                )
              : undefined
          }
          empty={
            <Empty title="No models" act={act}>
              <p>The service lists no models. You can still type a model id in the playground.</p>
            </Empty>
          }
        />
        {openId !== undefined && model === undefined && <MissingModel id={openId} onClose={() => open('')} />}
        {changes !== null && (
          <ChangesLine
            changes={changes}
            nowMs={atMs}
            isOnlyThese={state.hides.includes(unchanged.id)}
            onOnlyThese={() => onState((now) => toggleQuickFilter(now, unchanged.id))}
          />
        )}
      </div>
      {model && (
        <ModelPanel
          key={model.id}
          model={model}
          raw={list.raw[list.items.findIndex(isOpen)]}
          columns={columns}
          snapshots={snapshots}
          unit={choices.unit}
          onClose={() => open('')}
        />
      )}
    </div>
  );
}

/** The unit is written into the address later than what reads it. */
function placeOf(search: ModelsSearch, unit: TokenUnit): string {
  return JSON.stringify([withPart(search, 'prices', ''), unit.id]);
}

const hideSamples: QuickFilter<Model> = { id: 'samples', label: 'Hide samples', hides: isSampleModel };

// Relative: works under any path.
function modelHref({ id }: Model): string {
  return `?open=${encodeURIComponent(id)}`;
}

function modelId({ id }: Model): string {
  return id;
}

/** Keeps its identity until a number changes. */
function useReading(search: ModelsSearch) {
  const text = JSON.stringify(workloadNames.map((name) => search[name] ?? null));
  // oxlint-disable-next-line react/exhaustive-deps -- the text contains the parts of the address that are read
  return useMemo(() => readWorkload(search), [text]);
}

/** With that of the break-even page, before the address has it. */
function useCarriedWorkload(search: ModelsSearch, changeSearch: ChangeModelsSearch): ModelsSearch {
  const [carried] = useState(() => {
    const { workload: own } = readWorkload(search);
    const workload = own && workloadFromTraffic(own);
    return workload && { workload, from: search, search: readModelsSearch(withWorkload(search, workload)) };
  });
  const takeOver = useEffectEvent(() => {
    if (carried) changeSearch((now) => withWorkload(now, carried.workload), 'replace');
  });
  useEffect(() => takeOver(), []);
  return carried?.from === search ? carried.search : search;
}

/** For the break-even page. */
function useEnteredWorkload(search: ModelsSearch, workload: Workload | null) {
  const isEntered = isWorkloadEntered(search);
  const wasEntered = useRef(false);
  useEffect(() => {
    if (isEntered && workload !== null) enterWorkload(workload);
    // Else break-even would still call it the user's own.
    if (!isEntered && wasEntered.current) forgetWorkload();
    wasEntered.current = isEntered;
  }, [isEntered, workload]);
}

/** A link must mean the same with another price unit. */
function useUnitInAddress(
  search: ModelsSearch,
  unit: TokenUnit,
  columns: readonly ModelColumn[],
  changeSearch: ChangeModelsSearch,
) {
  const withUnit = (now: ModelsSearch) => {
    const read = columns.filter(({ isReadByUnit }) => isReadByUnit).map(({ id }) => id);
    return withUnitWhereRead(now, unit, read);
  };
  const writeUnit = useEffectEvent(() => changeSearch(withUnit, 'replace'));
  const isMissing = withUnit(search) !== search;
  useEffect(() => {
    if (isMissing) writeUnit();
  }, [isMissing]);
}

/** Of the filters as this tab had them last: the unit may be chosen on another page. */
let lastFilters: { readonly text: string; readonly unit: TokenUnit } | null = null;

/** Filters on prices mean the same in another unit. */
function useFiltersInUnit(
  [state, onState]: readonly [TableState, ChangeTable],
  columns: readonly ModelColumn[],
  unit: TokenUnit,
) {
  const text = JSON.stringify(state.filters);
  const convert = useEffectEvent((from: TokenUnit) => {
    const priced = columns.filter(({ id, isReadByUnit }) => isReadByUnit && id !== 'monthly');
    onState((now) => scaleFilters(now, priced, dollarsPerToken(1, from) / dollarsPerToken(1, unit)));
  });
  useEffect(() => {
    if (lastFilters !== null && lastFilters.unit !== unit && lastFilters.text === text)
      convert(lastFilters.unit);
    lastFilters = { text, unit };
  }, [text, unit]);
}

interface PageControlsProps {
  unit: TokenUnit;
  onUnit: (id: string) => void;
  atMs: number;
  isLoading: boolean;
  onLoad: () => void;
  isPricingMonths: boolean;
  onPricingMonths: () => void;
}

function PageControls(props: PageControlsProps) {
  const { unit, onUnit, atMs, isLoading, onLoad, isPricingMonths, onPricingMonths } = props;
  return (
    <>
      <UnitField unit={unit} onChosen={onUnit} />
      <button
        type="button"
        aria-expanded={isPricingMonths}
        onClick={onPricingMonths}
        title="What a month of your workload costs with each model"
        className={`inline-flex h-control items-center rounded-control border px-2.5 transition-colors hover:border-edge ${isPricingMonths ? 'border-act text-act' : 'border-line'}`}
      >
        Workload
      </button>
      {/* On a phone there is no room, and a pull reloads. */}
      <span className="max-tablet:hidden">
        <IconButton
          icon="retry"
          label={`Reload the list; last loaded at ${clockWords(atMs)}`}
          disabled={isLoading}
          onClick={onLoad}
        />
      </span>
    </>
  );
}

interface UnitFieldProps {
  unit: TokenUnit;
  onChosen: (id: string) => void;
}

function UnitField({ unit, onChosen }: UnitFieldProps) {
  return (
    <div className="flex items-center gap-1 text-muted">
      Unit not stated:
      <label className="flex items-center gap-2">
        read prices as
        <Select
          value={unit.id}
          onValue={(id) => {
            chooseTokenUnit(id);
            onChosen(id);
          }}
          title="The service states no unit. Choose the unit of its price list."
          options={tokenUnits.map(({ id, label }) => ({ value: id, label }))}
        />
      </label>
    </div>
  );
}
