// Matrix of models against hardware.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactNode, useId, useState } from 'react';
import type { Client } from '#api/client.ts';
import { hardwareQuery, modelsQuery } from '#api/queries.ts';
import type { Hardware } from '#api/schema/hardware.ts';
import { LoadFailure } from '#connection/LoadFailure.tsx';
import { formatCount, formatCounted } from '#lib/format.ts';
import { momentWords } from '#lib/dates.ts';
import { lowCapacity, lowCapacityHelp } from '#pages/hardware/configurations/hardware-row.ts';
import { pricedFirst } from '#pages/hardware/configurations/model-options.ts';
import { offerSnapshot, priceHistory } from '#pages/hardware/configurations/use-price-history.ts';
import { countdownWords } from '#pages/hardware/configurations/watches.ts';
import { rate, formatPriceIn } from '#pricing/rate.ts';
import type { Snapshot } from '#pricing/price-history.ts';
import { ExportMenu } from '#table/ExportMenu.tsx';
import { readList, writeList } from '#table/address-params.ts';
import { Loading, Status } from '#ui/States.tsx';
import { MatrixTable } from './MatrixTable.tsx';
import {
  canResume,
  openModels,
  matrixRunner,
  useMatrixRun,
  triesPerModel,
  type ListedAnswer,
  type MatrixRun,
  matrixColumns,
  matrixLine,
  shownConfigurations,
} from './matrix-run.ts';
import { SimulatedBadge } from '#pages/hardware/configurations/OfferStatus.tsx';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { CutId } from '#ui/CutId.tsx';
import { useCommands } from '#ui/commands.ts';
import { Popover } from '#ui/Popover.tsx';
import { TextInput } from '#ui/Field.tsx';
import { useNow } from '#ui/use-now.ts';

interface MatrixViewProps {
  client: Client;
  hardware: readonly Hardware[];
  snapshots: readonly Snapshot[];
  /** As in the URL; null: the first ones. */
  rows: string | null;
  onRows: (rows: string | null) => void;
  onModel: (model: string) => void;
}

const defaultCount = 12;

/** No requests until the button is pressed. */
export function MatrixView({ client, hardware, snapshots, rows, onRows, onModel }: MatrixViewProps) {
  const models = useQuery(modelsQuery(client));
  const cache = useQueryClient();
  const run = useMatrixRun();
  const ids = useMemo(
    () => [...new Set(pricedFirst(models.data?.items ?? []).map(({ id }) => id))],
    [models.data],
  );
  const chosen = useMemo(
    () =>
      rows === null
        ? ids.slice(0, defaultCount)
        : [...new Set(readList(rows))].filter(Boolean).slice(0, maxModels),
    [rows, ids],
  );
  const isOwnRun = run.serviceKey === client.serviceKey();
  const answers = isOwnRun ? run.answers : noAnswers;
  const names = useMemo(() => hardware.map(({ id }) => id), [hardware]);
  const lines = useMemo(
    () => chosen.map((model) => matrixLine(model, names, answers, snapshots)),
    [chosen, names, answers, snapshots],
  );
  const shown = useMemo(() => shownConfigurations(names, lines), [names, lines]);
  const samples = useMemo(
    () => new Set(hardware.filter(({ sample }) => sample === true).map(({ id }) => id)),
    [hardware],
  );
  const columns = useMemo(() => matrixColumns(shown, samples), [shown, samples]);
  const prices = useMemo(() => new Map(hardware.flatMap(hourlyPrice)), [hardware]);
  // Written at once: answers must survive a tab closed halfway.
  const noteAnswer = async (model: string, { items, atMs }: ListedAnswer) => {
    const connectionId = client.serviceKey();
    await priceHistory.write(offerSnapshot({ connectionId, model, all: hardware, offered: items, atMs }));
    // The table shows it, too.
    const { queryKey } = hardwareQuery(client, model);
    cache.setQueryData(queryKey, (before) => before && { ...before, items }, { updatedAt: atMs });
    void cache.invalidateQueries({ queryKey: [connectionId, 'hardware-price-history'] });
  };
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
      className="flex min-h-112 flex-1 flex-col max-tablet:h-[calc(100dvh-8.5rem)] max-tablet:flex-none"
    >
      <MatrixBar
        run={isOwnRun ? run : null}
        ids={ids}
        chosen={chosen}
        onChosen={(next) => onRows(next === null ? null : writeList(next))}
        onStart={() => void matrixRunner.start(client, chosen, noteAnswer)}
        onResume={() => void matrixRunner.resume(client, noteAnswer)}
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

interface MatrixBarProps {
  /** Null for another connection's run. */
  run: MatrixRun | null;
  ids: readonly string[];
  chosen: readonly string[];
  /** Null: the first ones. */
  onChosen: (models: readonly string[] | null) => void;
  onStart: () => void;
  onResume: () => void;
  isSimulated: boolean;
  exportMenu: ReactNode;
}

export function MatrixBar(props: MatrixBarProps) {
  const { run, ids, chosen, onChosen, onStart, onResume, isSimulated, exportMenu } = props;
  const isRunning = run?.state === 'asking' || run?.state === 'waiting';
  const resumable = run !== null && canResume(run) ? run : null;
  useCommands(isRunning ? [{ title: 'Stop checking', keys: 'Escape', run: () => matrixRunner.stop() }] : []);
  return (
    <div className="flex min-h-bar shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-panel px-3 py-1.5">
      <ModelChoice ids={ids} chosen={chosen} onChosen={onChosen} />
      {/* Before the button that stops, which gets the focus when this one is gone. */}
      {resumable && <ResumeButton run={resumable} onResume={onResume} />}
      {isRunning ? (
        <Button keys="Escape" onClick={() => matrixRunner.stop()}>
          Stop checking
        </Button>
      ) : (
        <Button
          // Checking all of them again is not the primary action.
          look={resumable === null ? 'primary' : 'plain'}
          disabled={chosen.length === 0}
          onClick={onStart}
        >
          Check {formatCounted(chosen.length, 'model')}
        </Button>
      )}
      <p className="min-w-60 flex-1 text-muted tabular-nums">
        {run === null || run.state === 'idle' ? (
          `${formatCounted(chosen.length, 'GET request')}, one at a time (up to ${chosen.length * triesPerModel} with retries).`
        ) : (
          <RunWords run={run} />
        )}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 text-dense text-muted">
        <Status tone="ok">available</Status>
        <span title={lowCapacityHelp} className="flex">
          <Status tone="partial">{lowCapacity}</Status>
        </span>
        <Status tone="none">unavailable</Status>
        <span>– not offered</span>
        <span className="text-faint">blank: not checked</span>
        {isSimulated && (
          <span>
            of samples: <SimulatedBadge />
          </span>
        )}
      </p>
      {exportMenu}
    </div>
  );
}

/** Screen readers read only the end. */
function RunWords({ run }: { run: MatrixRun }) {
  const words = runWords(run, useNow());
  const isOver = run.state !== 'asking' && run.state !== 'waiting';
  return (
    <>
      {!isOver && words}
      <output className={isOver ? '' : 'sr-only'}>
        {isOver ? words : run.state === 'waiting' && 'Waiting: the service asked to pause.'}
      </output>
    </>
  );
}

function runWords(run: MatrixRun, nowMs: number): string {
  const { state, models, answers, requestCount, resumeMs, reason, current } = run;
  const progress = `${answers.size} of ${formatCounted(models.length, 'model')} checked, ${formatCounted(requestCount, 'request')}`;
  if (state === 'waiting') {
    const left = countdownWords((resumeMs ?? nowMs) - nowMs);
    return `${progress}. Resumes in ${left}: ${reason ?? ''}`;
  }
  if (state === 'held')
    return `On hold: ${progress}. The service asked for no requests until ${momentWords(resumeMs ?? nowMs, nowMs)}: ${reason ?? ''}`;
  if (state === 'asking') return `${progress}. Checking ${current ?? ''}.`;
  const failed = [...answers.values()].filter(({ kind }) => kind === 'failed').length;
  const end = state === 'done' ? 'Done' : 'Stopped';
  return `${end}: ${progress}${failed > 0 ? `, ${failed} failed` : ''}.${reason === null ? '' : ` ${reason}`}`;
}

/** Disabled until the service allows a request; never automatic. */
function ResumeButton({ run, onResume }: { run: MatrixRun; onResume: () => void }) {
  const leftMs = Math.max(0, (run.resumeMs ?? 0) - useNow());
  const left = formatCounted(openModels(run).length, 'model');
  const words = run.state === 'done' ? `Retry ${left}` : `Resume with ${left}`;
  return (
    <Button disabled={leftMs > 0} onClick={onResume}>
      {leftMs > 0 ? `Resume in ${countdownWords(leftMs)}` : words}
    </Button>
  );
}

interface ModelChoiceProps {
  ids: readonly string[];
  chosen: readonly string[];
  /** Null: the first ones. */
  onChosen: (models: readonly string[] | null) => void;
}

function ModelChoice({ ids, chosen, onChosen }: ModelChoiceProps) {
  const id = useId();
  return (
    <>
      <Button popoverTarget={id} aria-haspopup="dialog">
        Models: {formatCount(chosen.length)} of {formatCount(ids.length)}
      </Button>
      <Popover id={id} label="Models of the matrix">
        {() => <ChoiceList ids={ids} chosen={chosen} onChosen={onChosen} />}
      </Popover>
    </>
  );
}

const maxListed = 200;

/** None and All affect the models found; Enter the only one. */
function ChoiceList({ ids, chosen, onChosen }: ModelChoiceProps) {
  const [words, setWords] = useState('');
  const all = [...new Set([...ids, ...chosen])];
  const found = all.filter((each) => each.toLowerCase().includes(words.trim().toLowerCase()));
  const only = found.length === 1 ? found[0] : undefined;
  const isFull = chosen.length >= maxModels;
  function toggle(model: string) {
    const next = new Set(chosen);
    if (!next.delete(model)) next.add(model);
    onChosen(all.filter((each) => next.has(each)));
  }
  return (
    <div className="flex max-h-[inherit] flex-col">
      <div className="flex items-center gap-2 border-b border-line px-3 py-2">
        <TextInput
          value={words}
          onValue={setWords}
          data-keys="models"
          onKeyDown={({ key }) => {
            if (key === 'Enter' && only !== undefined && !(isFull && !chosen.includes(only))) toggle(only);
          }}
          aria-label="Find a model"
          placeholder="Find a model"
        />
        <Button look="quiet" onClick={() => onChosen(null)}>
          Reset
        </Button>
        <Button look="quiet" onClick={() => onChosen(chosen.filter((each) => !found.includes(each)))}>
          None
        </Button>
        <Button
          look="quiet"
          onClick={() => onChosen([...new Set([...chosen, ...found])].slice(0, maxModels))}
        >
          All
        </Button>
      </div>
      <ul className="min-h-0 overflow-y-auto overscroll-contain py-1">
        {found.slice(0, maxListed).map((model) => {
          const isChosen = chosen.includes(model);
          return (
            <li key={model}>
              <Checkbox
                look="h-control cursor-pointer px-3 hover:bg-raised"
                isOn={isChosen}
                disabled={isFull && !isChosen}
                onToggle={() => toggle(model)}
              >
                <CutId id={model} endLength={14} />
              </Checkbox>
            </li>
          );
        })}
      </ul>
      {found.length > maxListed && (
        <p className="border-t border-line px-3 py-2 text-dense text-muted">
          {formatCount(found.length - maxListed)} more; type to narrow the list.
        </p>
      )}
      {found.length === 0 && <p className="px-3 pb-3 text-muted">No models contain “{words.trim()}”.</p>}
      {isFull && (
        <p className="border-t border-line px-3 py-2 text-dense text-muted">At most {maxModels} at once.</p>
      )}
    </div>
  );
}

export const maxModels = 60;
