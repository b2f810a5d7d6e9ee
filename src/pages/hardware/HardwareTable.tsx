// The table of configurations with its units, and what lies beside it.
import { useMemo } from 'react';
import type { Client } from '#api/client.ts';
import { pickTableParams } from '#table/address-params.ts';
import type { HideSwitch } from '#table/arrange.ts';
import { DataTable } from '#table/DataTable.tsx';
import { useAddressedState } from '#table/use-addressed-state.ts';
import { ChartsPanel } from './ChartsPanel.tsx';
import { hardwareColumns } from './columns.tsx';
import { ChangesPanel } from './diary/ChangesPanel.tsx';
import { RowHistory } from './diary/RowHistory.tsx';
import type { DiaryView } from './diary/use-diary.ts';
import { readDecisionSearch } from './decision/search.ts';
import { DetailsPanel } from './DetailsPanel.tsx';
import type { HardwareRow } from './hardware-row.ts';
import { PriceReading } from './PriceReading.tsx';
import { writeChoices, readChoices, type Choices, type HardwareSearch } from './search.ts';
import { SidePanel } from './SidePanel.tsx';
import { useEmbedded } from './use-embedded.ts';
import { WatchPanel } from './watch/WatchPanel.tsx';
import { useWatches } from './watch/watches.ts';

interface HardwareTableProps {
  search: HardwareSearch;
  changeSearch: (change: (before: HardwareSearch) => HardwareSearch, how: 'push' | 'replace') => void;
  choices: Choices;
  rows: readonly HardwareRow[];
  onChange: (change: Partial<Choices>) => void;
  diary: DiaryView;
  client: Client;
}

/** On a phone the page scrolls and the table has a screen of its own. */
export function HardwareTable(props: HardwareTableProps) {
  const { search, changeSearch, choices, rows, onChange, diary, client } = props;
  const { unit, share, replicas, utilisation, budget, model, side, open } = choices;
  const watches = useWatches();
  const isEmbedded = useEmbedded();
  const columns = useMemo(
    () => hardwareColumns({ choices: { unit, share, replicas, utilisation, budget, model }, isEmbedded }),
    [unit, share, replicas, utilisation, budget, model, isEmbedded],
  );
  const hides = useMemo(() => hidesFor(model !== null, budget !== null), [model, budget]);
  const [state, onState] = useAddressedState(
    pickTableParams(search),
    (params) =>
      changeSearch(
        (before) => ({ ...params, ...writeChoices(readChoices(before)), ...readDecisionSearch(before) }),
        'replace',
      ),
    { columns, hides },
  );
  const openRow = rows.find(({ hardware }) => hardware.id === open);
  return (
    <div className="flex min-h-0 flex-1 max-tablet:h-[calc(100dvh-8.5rem)] max-tablet:flex-none">
      <div className={`flex min-w-0 flex-1 flex-col ${side === null ? '' : 'max-desk:hidden'}`}>
        <DataTable
          label="configurations"
          rows={rows}
          columns={columns}
          getId={rowId}
          state={state}
          onState={onState}
          hides={hides}
          canCompare
          getDimmed={whyDimmed}
          openId={open ?? undefined}
          onOpen={({ hardware: { id } }) =>
            onChange(id === open && side === 'details' ? noneOpen : { open: id, side: side ?? 'details' })
          }
          controls={<PriceReading unit={unit} share={share} onChange={onChange} />}
        />
      </div>
      {side !== null && (
        <SidePanel
          side={side}
          onSide={(next) => onChange({ side: next })}
          counts={{ watch: watches.length, changes: diary.changes.length }}
        >
          {side === 'charts' && (
            <ChartsPanel rows={rows} choices={choices} onSelect={(id) => onChange({ open: id })} />
          )}
          {side === 'watch' && <WatchPanel client={client} model={model} rows={rows} />}
          {side === 'changes' && (
            <ChangesPanel diary={diary} onOpen={(id) => onChange({ open: id, side: 'details' })} />
          )}
          {side === 'details' &&
            (openRow ? (
              <DetailsPanel
                row={openRow}
                columns={columns}
                history={<RowHistory id={openRow.hardware.id} pages={diary.pages} />}
              />
            ) : (
              <p className="p-4 text-muted">Choose a configuration in the table.</p>
            ))}
        </SidePanel>
      )}
    </div>
  );
}

const noneOpen = { open: null, side: null } as const;

const forModel: readonly HideSwitch<HardwareRow>[] = [
  { id: 'unfit', label: 'Compatible only', hides: ({ offer }) => offer.kind === 'not-offered' },
  {
    id: 'unavailable',
    label: 'Hide unavailable',
    hides: ({ offer }) =>
      offer.kind === 'not-offered' || (offer.kind === 'offered' && offer.status === 'unavailable'),
  },
];

const forAll: readonly HideSwitch<HardwareRow>[] = [
  { id: 'dominated', label: 'Hide dominated', hides: ({ dominator }) => dominator !== null },
];

const forBudget: readonly HideSwitch<HardwareRow>[] = [
  { id: 'budget', label: 'Hide over budget', hides: ({ isOverBudget }) => isOverBudget },
];

/** Only what can hide something. */
function hidesFor(hasModel: boolean, hasBudget: boolean): readonly HideSwitch<HardwareRow>[] {
  return [...(hasModel ? forModel : []), ...forAll, ...(hasBudget ? forBudget : [])];
}

function rowId({ hardware }: HardwareRow): string {
  return hardware.id;
}

function whyDimmed({ notes }: HardwareRow): string | null {
  return notes.length === 0 ? null : notes.join('; ');
}
