// Takes the choices of the newest run as candidates.
import { useDraft } from '#draft/draft-store.ts';
import { answersOf } from '#pages/playground/labs/score/newest-answers.ts';
import { isRunning } from '#run/run.ts';
import { useRun } from '#run/run-store.ts';
import { Button } from '#ui/Button.tsx';
import { writeCandidates } from './candidates.ts';
import { useRankingForm } from './ranking-form.ts';

/** What was typed stays: the run's answers are added to it. */
export function TakeAnswers() {
  const run = useRun();
  const prompt = useDraft((state) => state.draft.prompt);
  const answers = run === null || isRunning(run) ? [] : answersOf(run);

  function handleTake() {
    const typed = useRankingForm.getState().answers;
    const added = writeCandidates(answers);
    useRankingForm.setState({ answers: typed === '' ? added : `${typed.replace(/\n$/, '')}\n${added}` });
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button disabled={answers.length === 0} onClick={handleTake}>
        Add the newest run’s answers
      </Button>
      {run !== null && answers.length > 0 && run.request.prompt !== prompt && (
        <p className="text-dense text-muted">They were written behind another prompt.</p>
      )}
    </div>
  );
}
