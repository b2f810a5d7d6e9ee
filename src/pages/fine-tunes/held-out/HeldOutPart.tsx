// Held-out check: fine-tune against base model on unseen texts.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { checkpointName, checkpointStep, isOver } from '#api/fine-tune-status.ts';
import { modelsQuery } from '#api/queries.ts';
import type { Checkpoint, FineTune } from '#api/schema/fine-tune.ts';
import { useClient, useListedIds } from '#connection/use-client.ts';
import { formatCount, formatCounted } from '#lib/format.ts';
import { createStoredForm } from '#lib/stored-form.ts';
import { formatDollars } from '#pricing/money.ts';
import { useTokenUnit } from '#pricing/units.ts';
import { useRequestSet } from '#run/request-set.ts';
import { Button } from '#ui/Button.tsx';
import { Combobox } from '#ui/Combobox.tsx';
import { Field } from '#ui/Field.tsx';
import { NotStored } from '#ui/NotStored.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { HeldOutResult } from './HeldOutResult.tsx';
import { checkRequests, checks, modelBefore, planCheck, type CheckPlan } from './run-check.ts';
import { readSamples, type Sample } from './samples.ts';

interface HeldOutPartProps {
  record: FineTune;
  checkpoints: readonly Checkpoint[];
  /** Some are saved, but not loaded yet. */
  isComing: boolean;
  /** Offered first. */
  bestStep: number | null;
}

/** One set for all fine-tunes. */
const useHeldOut = createStoredForm('inferdeck.held-out', z.object({ text: z.string() }), { text: '' });
const { isStored: isHeldOutStored } = useHeldOut;

/** Shows requests and highest price before the start. */
export function HeldOutPart({ record, checkpoints, isComing, bestStep }: HeldOutPartProps) {
  const client = useClient();
  const listed = useQuery({ ...modelsQuery(client), enabled: false }).data?.items ?? [];
  const unit = useTokenUnit((state) => state.unit);
  const { text } = useHeldOut();
  const isStored = useHeldOut(isHeldOutStored);
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => () => void (checks.current()?.plan.id === record.id && checks.stop()), [record.id]);
  const latest = useRequestSet(checks);
  const check = latest?.plan.id === record.id ? latest : null;
  const names = useListedIds();
  const options = checkpoints
    .flatMap((checkpoint) => {
      const [model, step] = [checkpointName(record.id, checkpoint, names), checkpointStep(checkpoint)];
      return model === null ? [] : [{ model, step }];
    })
    .filter(({ model }, index, all) => all.findIndex((each) => each.model === model) === index);
  const first = options.find(({ step }) => step !== null && step === bestStep) ?? options.at(-1);
  const tuned = chosen ?? first?.model ?? (isComing ? '' : null);
  const base = modelBefore(record);
  if (tuned === null || base === '')
    return (
      <p className="text-muted">
        {base === ''
          ? 'The record names neither a base model nor a checkpoint it began with, so there is nothing to compare with.'
          : isOver(record.status)
            ? 'No checkpoint is known, so there is nothing to compare with its base model.'
            : 'Once a checkpoint is saved, you can compare it with its base model here on your own texts.'}
      </p>
    );
  const read = readSamples(text);
  const samples = read.ok ? read.samples : [];
  const models = [base, tuned];
  const isRunning = check !== null && check.runningCount > 0;
  return (
    <div className="grid gap-4 desk:grid-cols-2">
      <div className="grid content-start gap-3">
        <Field
          label="Held-out samples"
          hint={
            'One per line, paragraphs separated by blank lines, or JSONL with {"text"} or {"prompt", "completion"} on each line. They are kept in this browser, and sent to the service for the check and nowhere else.'
          }
          error={read.ok ? undefined : read.message}
        >
          <TextArea value={text} onValue={(next) => useHeldOut.setState({ text: next })} rows={6} />
        </Field>
        {!isStored && <NotStored what="samples" />}
        <div className="flex flex-wrap items-center gap-2 desk:flex-nowrap">
          <span className="text-muted">{record.model ? 'base model' : 'starting checkpoint'}</span>
          <code className="min-w-0 text-dense wrap-anywhere">{base}</code>
          <span className="text-muted">against</span>
          <Combobox
            label="Checkpoint"
            value={tuned}
            emptyText="choose a checkpoint"
            groups={[
              {
                label: 'Checkpoints',
                options: options.map(({ model, step }) => ({
                  value: model,
                  label: step === null ? 'final' : `step ${formatCount(step)}`,
                  detail: step !== null && step === bestStep ? 'best checkpoint' : '',
                })),
              },
            ]}
            onValue={setChosen}
          />
        </div>
        {record.model && record.from_checkpoint && (
          <p className="text-dense wrap-anywhere text-muted">
            This fine-tune began with {record.from_checkpoint}: what that had learned counts, too.
          </p>
        )}
        {samples.length > 0 && <p className="text-dense text-muted">{scopeWords(samples)}</p>}
        <p className="text-dense text-muted tabular-nums">
          {billWords(planCheck(models, samples, listed, unit))}
        </p>
        <div className="flex gap-2">
          {isRunning ? (
            <Button onClick={checks.stop}>Stop</Button>
          ) : (
            <Button
              look="primary"
              disabled={samples.length === 0 || tuned === ''}
              onClick={() => {
                const plan = { id: record.id, models, samples: [...samples] };
                checks.start(client, plan, checkRequests(plan));
              }}
            >
              Score {formatCounted(samples.length, 'sample')} on both
            </Button>
          )}
        </div>
      </div>
      {check === null ? (
        <p className="text-muted">
          The perplexity of both models on your texts appears here, per sample and overall.
        </p>
      ) : (
        <HeldOutResult check={check} />
      )}
    </div>
  );
}

/** What is scored, compared with the curves' evaluation loss. */
function scopeWords(samples: readonly Sample[]): string {
  const cut = samples.filter(({ from }) => from > 0).length;
  if (cut === samples.length) return 'Only completions are scored, as in the training’s evaluation.';
  const whole =
    'Whole texts are scored. The evaluation loss of a file with prompts covers only its completions';
  return cut === 0
    ? `${whole}: paste its lines as JSONL to compare.`
    : `${whole}, and so it is here for the ${cut} with a prompt.`;
}

export function billWords({ requests, tokens, dollars, unpriced }: CheckPlan): string {
  if (requests === 0) return 'No samples yet.';
  const size = `${formatCounted(requests, 'request')}, ${formatCounted(tokens, 'token')} at most`;
  if (dollars === null) return `${size}; the prices of both are unknown.`;
  // Checkpoints are still coming.
  const names = unpriced.map((name) => name || 'the checkpoint').join(', ');
  const rest = names === '' ? '' : `, and what ${names} costs, whose price is unknown`;
  return `${size}, ${formatDollars(dollars)} at most${rest}.`;
}
