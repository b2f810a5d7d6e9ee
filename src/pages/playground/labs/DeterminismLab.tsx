// Determinism lab: one request repeated with one seed.
import { useMemo } from 'react';
import { useClient } from '#connection/use-client.ts';
import { useDraft } from '#draft/draft-store.ts';
import { readDraft } from '#draft/draft.ts';
import { formatCount, formatLeast, noValue } from '#lib/format.ts';
import { formatLogprob } from '#run/format-share.ts';
import { ModelPicker } from '#pages/playground/parameters/ModelPicker.tsx';
import { PromptField } from '#pages/playground/parameters/PromptField.tsx';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { OtherConnection } from '#run/OtherConnection.tsx';
import { useRequestSet } from '#run/request-set.ts';
import { statusOf, type Run } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { NumberInput } from '#ui/NumberInput.tsx';
import { type PlainColumn, PlainTable } from '#ui/PlainTable.tsx';
import { Empty, Status } from '#ui/States.tsx';
import { toVisibleToken } from '#ui/visible-text.ts';
import { RequestSetActs } from './RequestSetActs.tsx';
import {
  checkLimits,
  checkRequests,
  checkRuns,
  useCheckForm,
  describeVerdict,
  verdictOf,
  type DifferentText,
  type RunVerdict,
} from './verdict.ts';

/** Everything but seed and logprobs is the draft's. */
export function DeterminismLab() {
  const client = useClient();
  const draft = useDraft((state) => state.draft);
  const { model, models } = useModel(draft.model);
  const form = useCheckForm();
  const state = useRequestSet(checkRuns);
  const seed = form.seed ?? draft.numbers.seed ?? '';
  const reading = readDraft({ ...draft, model });
  const requests = reading.ok
    ? checkRequests(reading.request, form, seed)
    : (reading.errors[0]?.message ?? 'The request is invalid.');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PromptField />
      <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
        <ModelPicker value={model} models={models} />
        <Field label="Runs">
          <NumberInput
            text={form.count}
            onText={(count) => useCheckForm.setState({ count })}
            {...checkLimits}
            emptyText="how many"
          />
        </Field>
        <Field label="Seed" isUnset={seed === ''}>
          <div className="flex gap-2">
            <NumberInput text={seed} onText={(next) => useCheckForm.setState({ seed: next })} />
            {seed === '' && (
              <Button
                onClick={() => useCheckForm.setState({ seed: String(Math.floor(Math.random() * 1e6)) })}
              >
                Random
              </Button>
            )}
          </div>
        </Field>
        <Checkbox
          look="h-control"
          isOn={form.withLogprobs}
          onToggle={(withLogprobs) => useCheckForm.setState({ withLogprobs })}
        >
          Request logprobs to see them drift
        </Checkbox>
      </div>
      <RequestSetActs
        label="Check"
        requests={requests}
        models={models}
        set={checkRuns}
        state={state}
        onStart={(all) => checkRuns.start(client, {}, all)}
      />
      {state === null ? (
        <Empty title="No results yet">
          <p>
            Each run is listed with the first token that differs from run 1 and the largest change of a
            logprob before it.
          </p>
        </Empty>
      ) : (
        <VerdictView runs={state.runs} isRunning={state.runningCount > 0} />
      )}
    </div>
  );
}

interface VerdictViewProps {
  runs: readonly Run[];
  isRunning: boolean;
}

function VerdictView({ runs, isRunning }: VerdictViewProps) {
  const ended = runs.map(({ id, state }) => `${id} ${state.phase === 'ended'}`).join();
  // oxlint-disable-next-line react/exhaustive-deps -- compares ended runs only, at the cost of their length
  const verdict = useMemo(() => verdictOf(runs), [ended]);
  const seed = runs[0]?.request.seed;
  const reference = Math.max(
    0,
    verdict.runs.findIndex(({ choice }) => choice !== null),
  );
  return (
    <div className="grid gap-3">
      <output aria-label="Verdict" className="block text-figure font-medium">
        {describeVerdict(verdict)}
      </output>
      <OtherConnection runs={runs} />
      <p className="text-dense text-muted">
        {seed === undefined ? 'No seed was sent. ' : `Seed ${seed}. `}
        {verdict.drift === null
          ? 'No logprobs to compare.'
          : `Max logprob difference at equal tokens: ${formatLogprob(verdict.drift)}.`}
      </p>
      <PlainTable
        label={`Runs compared with run ${reference + 1}`}
        columns={columnsAgainst(reference)}
        rows={runs.flatMap((run, position) => {
          const row = verdict.runs[position];
          return row === undefined ? [] : [{ ...row, run }];
        })}
        rowKey={({ run }) => run.id}
        look="w-full min-w-160"
        isBusy={isRunning}
      />
    </div>
  );
}

const runColumns: readonly PlainColumn<RunVerdict>[] = [
  { id: 'run', isNumber: true, look: 'w-10', cellLook: 'text-faint', cell: (_, position) => position + 1 },
  {
    id: 'state',
    look: 'w-32',
    cell({ run }) {
      const { tone, label } = statusOf(run);
      return <Status tone={tone}>{label}</Status>;
    },
  },
  {
    id: 'tokens',
    isNumber: true,
    look: 'w-16',
    cell: ({ run: { recording } }) => formatLeast(formatCount(recording.tokenCount), recording.isUncounted),
  },
  {
    id: 'max |Δ logprob|',
    isNumber: true,
    look: 'w-28',
    cell: ({ comparison }) => (comparison?.drift ? formatLogprob(comparison.drift.size) : noValue),
  },
];

/** @param reference position of the first complete run */
function columnsAgainst(reference: number): readonly PlainColumn<RunVerdict>[] {
  const number = reference + 1;
  return [
    ...runColumns,
    {
      id: `vs run ${number}`,
      cellLook: 'wrap-anywhere',
      cell: ({ run, comparison, choice }, position) => (
        <>
          {run.state.phase === 'ended' && <span className="text-muted">{run.state.error?.message}</span>}
          {choice !== null && position === reference && (
            <span className="text-muted">the others are compared with this one</span>
          )}
          {comparison && <FirstDifference comparison={comparison} against={number} />}
        </>
      ),
    },
  ];
}

interface FirstDifferenceProps {
  comparison: NonNullable<RunVerdict['comparison']>;
  /** Number of the run. */
  against: number;
}

function FirstDifference({ comparison, against }: FirstDifferenceProps) {
  const { difference } = comparison;
  if (difference === null) return <>identical</>;
  return (
    <>
      diverges at {difference.unit} {difference.position + 1}:{' '}
      <span className="font-mono">
        <span className="text-faint">…{toVisibleToken(difference.before)}</span>
        <Token facts={difference.one} /> <span className="font-sans text-faint">in run {against},</span>{' '}
        <Token facts={difference.other} /> <span className="font-sans text-faint">here</span>
      </span>
    </>
  );
}

function Token({ facts }: { facts: DifferentText | null }) {
  return (
    <span
      title={facts === null || facts.logprob === null ? undefined : `logprob ${formatLogprob(facts.logprob)}`}
      className="rounded-token bg-raised px-0.5 text-text"
    >
      {facts === null ? 'end of text' : toVisibleToken(facts.text)}
    </span>
  );
}
