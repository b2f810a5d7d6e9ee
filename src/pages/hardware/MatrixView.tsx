// Matrix of models against hardware.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Client } from '#api/client.ts';
import { modelsQuery } from '#api/queries.ts';
import type { Hardware } from '#api/schema/hardware.ts';
import { LoadFailure } from '#connection/LoadFailure.tsx';
import { formatCount } from '#lib/format.ts';
import { pricedFirst } from '#pages/hardware/configurations/model-options.ts';
import { notOffered } from '#pages/hardware/configurations/use-price-history.ts';
import { formatPriceIn } from '#pricing/money.ts';
import { rate } from '#pricing/rate.ts';
import type { Snapshot } from '#pricing/price-history.ts';
import { ExportMenu } from '#table/ExportMenu.tsx';
import { readList, writeList } from '#table/address-params.ts';
import { Loading } from '#ui/States.tsx';
import { maxModels, MatrixBar } from './MatrixBar.tsx';
import { MatrixTable } from './MatrixTable.tsx';
import { matrixLine, matrixColumns, shownConfigurations } from './matrix-cells.ts';
import { preparePriceHistory, matrixRunner, useMatrixRun } from './matrix-run.ts';

interface MatrixViewProps {
  client: Client;
  hardware: readonly Hardware[];
  pages: readonly Snapshot[];
  /** As in the URL; null: the first ones. */
  rows: string | null;
  onRows: (rows: string | null) => void;
  onModel: (model: string) => void;
}

const shownFirst = 12;

/** No requests until the button is pressed. */
export function MatrixView({ client, hardware, pages, rows, onRows, onModel }: MatrixViewProps) {
  const models = useQuery(modelsQuery(client));
  const cache = useQueryClient();
  const run = useMatrixRun();
  const ids = useMemo(() => pricedFirst(models.data?.items ?? []).map(({ id }) => id), [models.data]);
  const chosen = useMemo(
    () =>
      rows === null
        ? ids.slice(0, shownFirst)
        : [...new Set(readList(rows))].filter(Boolean).slice(0, maxModels),
    [rows, ids],
  );
  const isOwnRun = run.connectionId === client.connectionId;
  const answers = isOwnRun ? run.answers : noAnswers;
  const names = useMemo(() => hardware.map(({ id }) => id), [hardware]);
  const lines = useMemo(
    () => chosen.map((model) => matrixLine(model, names, answers, pages)),
    [chosen, names, answers, pages],
  );
  const shown = useMemo(() => shownConfigurations(names, lines, notOffered), [names, lines]);
  const samples = useMemo(
    () => new Set(hardware.filter(({ sample }) => sample === true).map(({ id }) => id)),
    [hardware],
  );
  const columns = useMemo(() => matrixColumns(shown, samples), [shown, samples]);
  const prices = useMemo(() => new Map(hardware.flatMap(hourlyPrice)), [hardware]);
  if (models.isPending)
    return (
      <div className="p-4">
        <Loading rows={12} label="Loading models" />
      </div>
    );
  if (models.isError && rows === null)
    return (
      <div className="p-6">
        <LoadFailure what="models" error={models.error} onRetry={() => void models.refetch()} />
      </div>
    );
  return (
    <section
      aria-label="Matrix"
      className="flex min-h-0 flex-1 flex-col max-tablet:h-[calc(100dvh-8.5rem)] max-tablet:flex-none"
    >
      <MatrixBar
        run={isOwnRun ? run : null}
        ids={ids}
        chosen={chosen}
        onChosen={(next) => onRows(next === null ? null : writeList(next))}
        onStart={() => {
          preparePriceHistory(
            hardware,
            () => void cache.invalidateQueries({ queryKey: [client.serviceKey(), 'hardware-price-history'] }),
          );
          void matrixRunner.start(client, chosen);
        }}
        onResume={() => void matrixRunner.resume(client)}
        isSimulated={samples.size > 0}
        exportMenu={<ExportMenu label="matrix" rows={lines} columns={columns} />}
      />
      {shown.length < names.length && (
        <p className="shrink-0 border-b border-line px-3 py-1 text-dense text-muted">
          {formatCount(shown.length)} of {formatCount(names.length)} configurations have a column, starting
          with those offered for a model here.
        </p>
      )}
      <MatrixTable
        lines={lines}
        configurations={shown}
        prices={prices}
        samples={samples}
        current={isOwnRun ? run.current : null}
        onModel={onModel}
      />
    </section>
  );
}

function hourlyPrice(hardware: Hardware): readonly (readonly [id: string, price: string])[] {
  const { value } = rate(hardware, 'hour', 'whole');
  return value === null ? [] : [[hardware.id, formatPriceIn(value, '$/h')]];
}

const noAnswers = new Map<string, never>();
