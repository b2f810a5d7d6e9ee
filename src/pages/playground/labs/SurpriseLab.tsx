// Cross-model surprise lab.
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { useClient } from '#connection/use-client.ts';
import { useDraft } from '#draft/draft-store.ts';
import { formatKnown, formatPerplexity } from '#lib/format.ts';
import { createStoredForm } from '#lib/stored-form.ts';
import { TextArea } from '#ui/TextArea.tsx';
import { Differences } from './Differences.tsx';
import { groupModels, useModel, usePickerText } from '#pages/playground/parameters/use-model.ts';
import { otherModel } from './other-model.ts';
import { OtherConnection } from '#run/OtherConnection.tsx';
import { useRun } from '#run/run-store.ts';
import { isRunning, type Run } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import { Combobox } from '#ui/Combobox.tsx';
import { Field } from '#ui/Field.tsx';
import { Loading } from '#ui/States.tsx';
import { RequestSetActs } from './RequestSetActs.tsx';
import { LeftOutNote, ScoringFailure } from './ScoringNotes.tsx';
import { createRequestSet, type RequestSetState, useRequestSet } from '#run/request-set.ts';
import { scoreRequest, scoringOf, type Scoring } from '#run/echo-score.ts';

export function SurpriseLab() {
  const client = useClient();
  const draft = useDraft((state) => state.draft);
  const run = useRun();
  const { model, models } = useModel(draft.model);
  const form = useSurpriseForm();
  const state = useRequestSet(surpriseRuns);
  const groups = groupModels(models);
  const written = run === null || isRunning(run) ? null : textOf(run);
  const text = form.text ?? written ?? draft.prompt;
  const a = form.a ?? run?.request.model ?? model;
  const b = form.b ?? otherModel(models, a);
  const emptyText = usePickerText();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 desk:grid-cols-[minmax(0,92ch)_minmax(0,24rem)]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1.5">
          <Field label="Text">
            <TextArea
              value={text}
              onValue={(typed) => useSurpriseForm.setState({ text: typed })}
              placeholder="Any text; defaults to the last run’s prompt and output."
              rows={5}
            />
          </Field>
          <div>
            <Button
              disabled={written === null || text === written}
              onClick={() => useSurpriseForm.setState({ text: null })}
            >
              Use the latest run’s text
            </Button>
          </div>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <Field label="Model A">
            <Combobox
              label="Model A"
              value={a}
              onValue={(value) => useSurpriseForm.setState({ a: value })}
              groups={groups}
              emptyText={emptyText}
            />
          </Field>
          <Field label="Model B">
            <Combobox
              label="Model B"
              value={b}
              onValue={(value) => useSurpriseForm.setState({ b: value })}
              groups={groups}
              emptyText={emptyText}
            />
          </Field>
          <RequestSetActs
            label="Compare the models"
            requests={problemOf(a, b, text) ?? [a, b].map((each) => scoreRequest(each, text))}
            models={models}
            set={surpriseRuns}
            state={state}
            isScoring
            onStart={(requests) => surpriseRuns.start(client, { text, a, b }, requests)}
          />
        </div>
      </div>
      {state !== null && (
        <SurpriseOutcome
          state={state}
          hasChanged={state.plan.text !== text || state.plan.a !== a || state.plan.b !== b}
        />
      )}
    </div>
  );
}

/** The prompt and its first answer. */
function textOf(run: Run): string {
  return run.request.prompt + (run.recording.outputs[0] ?? '');
}

function problemOf(a: string, b: string, text: string): string | null {
  if (a === '' || b === '') return 'Choose two models.';
  return text === '' ? 'Enter a text.' : null;
}

interface SurpriseOutcomeProps {
  readonly state: RequestSetState<z.infer<typeof Plan>>;
  /** Since it was started. */
  readonly hasChanged: boolean;
}

/** One may fail without hiding the other. */
function SurpriseOutcome({ state, hasChanged }: SurpriseOutcomeProps) {
  const { plan, runs, runningCount } = state;
  const { text, a, b } = plan;
  const [one, other] = [scoringOf(runs[0]), scoringOf(runs[1])];
  if (runningCount > 0) return <Loading rows={6} label="Scoring text" />;
  return (
    <section aria-label="Comparison" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <OtherConnection runs={runs} />
      {hasChanged && (
        <p className="text-dense text-muted">
          The text or a model has changed; the comparison below is of the earlier ones.
        </p>
      )}
      {one?.ok === true && other?.ok === true ? (
        <Differences
          key={`${one.run.id} ${other.run.id}`}
          text={text}
          one={one}
          other={other}
          names={{ a, b }}
        />
      ) : (
        <>
          <Alone letter="A" scoring={one} />
          <Alone letter="B" scoring={other} />
        </>
      )}
    </section>
  );
}

function Alone({ letter, scoring }: { letter: string; scoring: Scoring | null }): ReactNode {
  if (scoring === null) return null;
  if (!scoring.ok) return <ScoringFailure scoring={scoring} />;
  return (
    <div>
      <p>
        {letter}, <span className="font-mono text-dense">{scoring.run.request.model}</span>: perplexity{' '}
        {formatKnown(scoring.score.perplexity, formatPerplexity)}
      </p>
      <LeftOutNote score={scoring.score} doubt={scoring.doubt} />
    </div>
  );
}

/** Null: the last run's text, its model, another model. */
const useSurpriseForm = createStoredForm(
  'inferdeck.surprise',
  z.object({ text: z.nullable(z.string()), a: z.nullable(z.string()), b: z.nullable(z.string()) }),
  { text: null, a: null, b: null },
);

const Plan = z.object({ text: z.string(), a: z.string(), b: z.string() });

/** The text on A, then on B. */
const surpriseRuns = createRequestSet({ key: 'lab surprise', schema: Plan });
