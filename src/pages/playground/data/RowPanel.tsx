// Open data row.
import { useSyncExternalStore } from 'react';
import { openConnections } from '#connection/store.ts';
import { useClient } from '#connection/use-client.ts';
import { replaceDraft } from '#draft/draft-store.ts';
import { formatCount, formatDuration, formatCounted } from '#lib/format.ts';
import { RequestCode } from '#pages/playground/code/CodeView.tsx';
import { SilenceNotice } from '#pages/playground/recovery/SilenceNotice.tsx';
import { TokenText } from '#pages/playground/tokens/TokenText.tsx';
import { useSearchState } from '#pages/playground/write/search.ts';
import { formatDollars } from '#pricing/money.ts';
import { nextStep } from '#run/next-step.ts';
import { isRunning, type Run } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Select } from '#ui/Select.tsx';
import { Status } from '#ui/States.tsx';
import { cellState, CheckMark } from './CellsTable.tsx';
import { answerTokens, type CellResult } from './cell.ts';
import { checkCell, expectedOf, patternChecks } from './check-cell.ts';
import type { DataRun } from './data-run.ts';
import { draftOf, nameOutput, outputLetter, isOwnService } from './plan.ts';
import { useCheck } from './setup-store.ts';
import { useRunVersion } from './data-run-store.ts';

interface RowPanelProps {
  run: DataRun;
  row: number;
  /** An earlier run may have had more. */
  variant: number;
  onVariant: (variant: number) => void;
}

export function RowPanel({ run, row, variant, onVariant }: RowPanelProps) {
  const { outputs, rowNumbers } = run.read.plan;
  const at = variant < outputs.length ? variant : 0;
  const cell = row * outputs.length + at;
  return (
    <div className="divide-y divide-line">
      <section aria-label="Row prompt" className="grid grid-cols-1 gap-2 px-4 py-4">
        <h2 className="text-dense font-strong text-muted">Row {formatCount(rowNumbers[row] ?? row + 1)}</h2>
        {outputs.length > 1 && (
          <Select
            aria-label="Variant"
            value={String(at)}
            onValue={(index) => onVariant(Number(index))}
            options={outputs.map((output, index) => ({
              value: String(index),
              label: `${outputLetter(index)} ${nameOutput(output)}`,
            }))}
            className="w-full"
          />
        )}
        <p
          dir="auto"
          className="max-h-48 overflow-y-auto font-mono text-dense wrap-anywhere whitespace-pre-wrap text-muted"
        >
          {run.read.promptOf(row)}
        </p>
      </section>
      <Answer key={cell} run={run} cell={cell} />
      <section aria-label="Request" className="grid grid-cols-1 gap-2 px-4 py-4">
        <h2 className="text-dense font-strong text-muted">Request</h2>
        <CellCode run={run} cell={cell} />
      </section>
    </div>
  );
}

function Answer({ run, cell }: { run: DataRun; cell: number }) {
  const client = useClient();
  const { changeSearch } = useSearchState();
  useRunVersion(run);
  const result = run.results[cell];
  const recorded = run.runOf(cell);
  const choice = recorded?.recording.choices.get(0);
  const { label, tone } = cellState(run, cell);
  const { row, output } = run.read.placeOf(cell);
  const text = result?.text ?? '';

  function handleOpen() {
    const { draft } = run.read.plan;
    replaceDraft({ ...draftOf(draft, output), prompt: run.read.promptOf(row) }, { how: 'row' });
    changeSearch({ view: undefined, lab: undefined });
  }

  return (
    <section aria-label="Answer" className="grid grid-cols-1 gap-2 px-4 py-4">
      <div className="flex items-center justify-between gap-2">
        <Status tone={tone}>{label}</Status>
        {text !== '' && <CopyButton text={() => text} />}
      </div>
      {choice !== undefined ? (
        <div className="font-mono text-dense">
          <TokenText
            key={recorded?.id}
            choice={choice}
            isReceiving={isRunning(recorded ?? null)}
            isHeated
            label="Row answer"
            run={recorded ?? null}
          />
        </div>
      ) : (
        text !== '' && (
          <>
            <p dir="auto" className="font-mono text-dense wrap-anywhere whitespace-pre-wrap">
              {text}
            </p>
            <p className="text-dense text-faint">
              Tokens are kept for the newest answers only; this one keeps its text and figures.
            </p>
          </>
        )
      )}
      {result?.state === 'complete' && text === '' && <p className="text-dense text-muted">No text.</p>}
      {result !== undefined && <CellFailure result={result} recorded={recorded} />}
      {result === undefined && recorded && <SilenceNotice runs={[recorded]} onStop={() => run.stop()} />}
      <Verdict run={run} cell={cell} />
      {result !== undefined && <Figures result={result} />}
      <div className="flex flex-wrap gap-2">
        {result !== undefined && result.state !== 'complete' && (
          <Button disabled={!isOwnService(run.read.plan, client)} onClick={() => run.retry([cell], client)}>
            {result.isRefused ? 'Retry' : 'Retry (may be charged again)'}
          </Button>
        )}
        <Button onClick={handleOpen}>Open prompt in Write</Button>
      </div>
    </section>
  );
}

/** Nothing where nothing is checked, or not yet. */
function Verdict({ run, cell }: { run: DataRun; cell: number }) {
  const check = useCheck(run.read.plan.columns);
  useSyncExternalStore(patternChecks.subscribe, patternChecks.version);
  const outcome = checkCell(run, check, cell);
  const expected = expectedOf(run, check, cell);
  if (outcome === null) return null;
  return (
    <p className="flex flex-wrap gap-x-2 text-dense">
      <CheckMark outcome={outcome} />{' '}
      {expected !== null && (
        <span className="text-muted">
          expected <span className="font-mono wrap-anywhere text-text">{expected}</span>
        </span>
      )}
    </p>
  );
}

function Figures({ result }: { result: NonNullable<DataRun['results'][number]> }) {
  const { promptTokens, dollars, firstTokenMs, elapsedMs, finish, seed } = result;
  const tokens = answerTokens(result);
  const figures = [
    `prompt ${promptTokens === null ? 'unknown' : formatCount(promptTokens)}`,
    `output ${tokens === null ? 'unknown' : formatCounted(tokens, 'token')}`,
    `cost ${dollars === null ? 'unknown' : formatDollars(dollars)}`,
    ...(firstTokenMs === null ? [] : [`time to first token ${formatDuration(firstTokenMs)}`]),
    ...(elapsedMs === null ? [] : [`total ${formatDuration(elapsedMs)}`]),
    ...(finish === null ? [] : [`finish ${finish}`]),
    ...(seed === null ? [] : [`seed ${seed}`]),
  ];
  return <p className="text-dense text-muted">{figures.join(' · ')}</p>;
}

function CellFailure({ result, recorded }: { result: CellResult; recorded: Run | undefined }) {
  if (result.error === null) return null;
  const step = recorded === undefined ? null : nextStep(recorded);
  const isAboutAccess = step === null ? result.status === 401 : step.ways.includes('connections');
  return (
    <div className="grid justify-items-start gap-2 text-dense">
      <p role="alert" className="wrap-anywhere text-bad">
        {result.error}
      </p>
      {step !== null && step.advice !== null && <p>{step.advice}</p>}
      {isAboutAccess && <Button onClick={openConnections}>Open connections</Button>}
    </div>
  );
}

function CellCode({ run, cell }: { run: DataRun; cell: number }) {
  const client = useClient();
  const reading = run.read.requestOf(cell);
  if (!reading.ok) return <p className="text-dense text-bad">{reading.errors[0]?.message}</p>;
  return <RequestCode request={reading.request} baseUrl={run.read.plan.service?.baseUrl ?? client.baseUrl} />;
}
