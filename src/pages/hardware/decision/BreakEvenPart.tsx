// Break-even view: serverless against dedicated, with loading and empty states.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { hardwareQuery, modelsQuery } from '#api/queries.ts';
import type { Hardware } from '#api/schema/hardware.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import { LoadFailure } from '#connection/LoadFailure.tsx';
import { useClient } from '#connection/use-client.ts';
import type { Choices, HardwareSearch, ChangeNumber } from '#pages/hardware/configurations/search.ts';
import { Loading } from '#ui/States.tsx';
import { DecisionBoard } from './DecisionBoard.tsx';
import { firstModel } from './use-decision.ts';

interface BreakEvenPartProps {
  search: HardwareSearch;
  changeSearch: (change: (before: HardwareSearch) => HardwareSearch, how: 'push' | 'replace') => void;
  choices: Choices;
  onChange: (change: Partial<Choices>) => void;
  onNumber: ChangeNumber;
  hardware: RecordList<Hardware>;
  /** Fetch time of the hardware list, in milliseconds since 1970. */
  hardwareAtMs: number;
}

/** Needs the models too, and says so while they are missing. */
export function BreakEvenPart(props: BreakEvenPartProps) {
  const { model, open } = props.choices;
  const client = useClient();
  const models = useQuery(modelsQuery(client));
  const modelId = model ?? firstModel(models.data?.items ?? []);
  const asked = useQuery({
    ...hardwareQuery(client, modelId ?? undefined),
    enabled: modelId !== null && models.data !== undefined,
  });
  const offered = useMemo(() => asked.data && new Set(asked.data.items.map(({ id }) => id)), [asked.data]);
  // The default hardware depends on what is offered for the model; a named one does not.
  if (models.isPending || (open === null && asked.isLoading))
    return (
      <div className="p-4">
        <Loading rows={14} label="Loading models" />
      </div>
    );
  if (models.data === undefined)
    return (
      <div className="p-6">
        <LoadFailure what="models" error={models.error} onRetry={() => void models.refetch()} />
      </div>
    );
  return (
    <DecisionBoard
      {...props}
      hardware={props.hardware.items}
      models={models.data.items}
      offered={offered ?? null}
      readAtMs={Math.min(models.dataUpdatedAt, props.hardwareAtMs)}
    />
  );
}
