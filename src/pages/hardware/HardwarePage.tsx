// Every hardware configuration of the connection: prices in any unit, availability for a model, and a plan around them.
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { hardwareQuery } from '#api/queries.ts';
import { useClient } from '#connection/use-client.ts';
import { Empty, Failed, Loading } from '#ui/States.tsx';
import { HardwareTable } from './HardwareTable.tsx';
import { hardwareRows } from './hardware-row.ts';
import { ListNotes } from './ListNotes.tsx';
import { PageBar } from './PageBar.tsx';
import { PlanBar } from './PlanBar.tsx';
import { readChoices, writeChoices, type Choices, type HardwareSearch } from './search.ts';

interface HardwarePageProps {
  search: HardwareSearch;
  /** Makes the part of the address behind `?` from what it is at that moment. */
  changeSearch: (change: (before: HardwareSearch) => HardwareSearch, how: 'push' | 'replace') => void;
  /** The one next act where there is nothing, a link that the router makes. */
  act: ReactNode;
}

/** Prices are asked for once, availability when a model is chosen; neither asks again by itself. */
export function HardwarePage({ search, changeSearch, act }: HardwarePageProps) {
  const client = useClient();
  const choices = useMemo(() => readChoices(search), [search]);
  const { model, replicas, budget, need } = choices;
  const all = useQuery(hardwareQuery(client));
  const asked = useQuery({ ...hardwareQuery(client, model ?? undefined), enabled: model !== null });
  const offered = model === null ? undefined : asked.data;
  const rows = useMemo(
    () =>
      all.data === undefined
        ? []
        : hardwareRows({ all: all.data, offered: offered ?? null, choices: { replicas, budget, need } }),
    [all.data, offered, replicas, budget, need],
  );

  function change(part: Partial<Choices>) {
    const isStep = 'model' in part || 'view' in part;
    changeSearch((before) => withChoices(before, part), isStep ? 'push' : 'replace');
  }

  if (all.data === undefined) {
    return all.isPending ? (
      <div className="p-4">
        <Loading rows={18} label="Loading hardware" />
      </div>
    ) : (
      <div className="p-6">
        <Failed title="The hardware could not be loaded." onRetry={() => void all.refetch()}>
          {all.error?.message}
        </Failed>
      </div>
    );
  }
  if (all.data.items.length === 0) {
    return (
      <div className="p-6">
        <ListNotes list={all.data} />
        <Empty title="No hardware here" act={act}>
          <p>The service lists no configurations. Models may still answer by the token.</p>
        </Empty>
      </div>
    );
  }
  return (
    <div className="flex h-full flex-col max-tablet:h-auto">
      <PageBar
        choices={choices}
        onChange={change}
        prices={all}
        availability={model === null ? null : asked}
      />
      <PlanBar
        choices={choices}
        rows={rows}
        onChange={change}
        onOpen={(open) => change({ open, side: 'details' })}
      />
      <ListNotes list={all.data} />
      <HardwareTable
        search={search}
        changeSearch={changeSearch}
        choices={choices}
        rows={rows}
        onChange={change}
      />
    </div>
  );
}

function withChoices(before: HardwareSearch, part: Partial<Choices>): HardwareSearch {
  const own = new Set(Object.keys(writeChoices(readChoices(before))));
  const rest = Object.entries(before).filter(([name]) => !own.has(name));
  return { ...Object.fromEntries(rest), ...writeChoices({ ...readChoices(before), ...part }) };
}
