// Answer ranking lab.
import { useClient } from '#connection/use-client.ts';
import { useDraft } from '#draft/draft-store.ts';
import { formatCounted } from '#lib/format.ts';
import { ModelPicker } from '#pages/playground/parameters/ModelPicker.tsx';
import { PromptField } from '#pages/playground/parameters/PromptField.tsx';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { useRequestSet } from '#run/request-set.ts';
import { useRun } from '#run/run-store.ts';
import { Button } from '#ui/Button.tsx';
import { Field, TextInput } from '#ui/Field.tsx';
import { fromVisible } from '#ui/visible-text.ts';
import { RankingResult } from './RankingResult.tsx';
import { RequestSetActs } from './RequestSetActs.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { readCandidates, writeCandidates, rankingRuns, useRankingForm, type RankingPlan } from './rank.ts';
import { scoreRequest } from '#run/echo-score.ts';

/** One request per answer, and one more each for PMI. */
export function RankingLab() {
  const client = useClient();
  const { prompt, model: chosen } = useDraft((state) => state.draft);
  const { model, models } = useModel(chosen);
  const form = useRankingForm();
  const state = useRequestSet(rankingRuns);
  const { answers, repeated } = readCandidates(form.answers);
  const plan = { prompt, answers, neutral: fromVisible(form.neutral) };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 desk:grid-cols-[minmax(0,92ch)_minmax(0,24rem)]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <PromptField />
          <div className="grid gap-1.5">
            <Field
              label="Answers"
              hint={`One per line, exactly as it follows the prompt, with any leading space. Type a line break as \\n.${repeated === 0 ? '' : ` ${formatCounted(repeated, 'duplicate')} left out.`}`}
            >
              <TextArea
                value={form.answers}
                onValue={(text) => useRankingForm.setState({ answers: text })}
                placeholder={' yes\n no'}
              />
            </Field>
            <TakeAnswers />
          </div>
        </div>
        <div className="grid content-start gap-4">
          <Field label="Model">
            <ModelPicker value={model} models={models} />
          </Field>
          <Field
            label="Neutral prefix"
            hint="PMI, pointwise mutual information, is the score after the prompt minus the score after this prefix, which removes what makes an answer likely anywhere. Leave empty for no PMI and half the requests."
          >
            <TextInput
              isMono
              value={form.neutral}
              onValue={(text) => useRankingForm.setState({ neutral: text })}
            />
          </Field>
          <RequestSetActs
            label="Rank the answers"
            requests={problemOf(model, plan) ?? requestsOf(plan, model)}
            models={models}
            set={rankingRuns}
            state={state}
            isScoring
            onStart={(requests) => rankingRuns.start(client, plan, requests)}
          />
        </div>
      </div>
      {state !== null && <RankingResult state={state} plan={plan} />}
    </div>
  );
}

function requestsOf({ prompt, answers, neutral }: RankingPlan, model: string) {
  const prefixes = neutral === '' ? [prompt] : [prompt, neutral];
  return prefixes.flatMap((prefix) => answers.map((answer) => scoreRequest(model, prefix + answer)));
}

function problemOf(model: string, { prompt, answers }: RankingPlan): string | null {
  if (model === '') return 'Choose a model.';
  if (prompt === '') return 'Write a prompt.';
  return answers.length === 0 ? 'Enter at least one answer.' : null;
}

function TakeAnswers() {
  const run = useRun();
  const prompt = useDraft((state) => state.draft.prompt);
  const outputs = run?.state.phase === 'ended' ? run.recording.outputs : [];
  const answers = outputs.filter((output) => output !== '');

  function handleTake() {
    const typed = useRankingForm.getState().answers;
    const added = writeCandidates(answers);
    useRankingForm.setState({ answers: typed === '' ? added : `${typed.replace(/\n$/, '')}\n${added}` });
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button disabled={answers.length === 0} onClick={handleTake}>
        Add the latest run’s answers
      </Button>
      {run !== null && answers.length > 0 && run.request.prompt !== prompt && (
        <p className="text-dense text-muted">They were written for another prompt.</p>
      )}
    </div>
  );
}
