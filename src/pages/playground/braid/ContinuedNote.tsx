// Under the prompt: says that it has taken up an answer, and takes it back.
import { useDraft } from '#pages/playground/draft-store.ts';
import { fillDraft, useFilling } from '#pages/playground/fill-draft.ts';
import type { Run } from '#pages/playground/run.ts';
import { Button } from '#ui/Button.tsx';

/** Nothing once the prompt was changed in another way. */
export function ContinuedNote({ run }: { run: Run }) {
  const filling = useFilling((state) => state.filling);
  const prompt = useDraft((state) => state.draft.prompt);
  const origin = filling?.origin;
  const isHere =
    filling !== null &&
    (origin?.how === 'continued' || origin?.how === 'branched') &&
    origin.runId === run.id &&
    prompt === filling.draft.prompt;
  return (
    <output className="flex flex-wrap items-center gap-2 font-sans text-base text-muted empty:hidden">
      {isHere && (
        <>
          The prompt now has{' '}
          {run.recording.lanes.size > 1 ? `the text of choice ${origin.lane}` : 'this text'}
          {origin.how === 'branched' && ' up to where it was left'}. Run sends it.
          <Button
            look="quiet"
            onClick={() => fillDraft({ prompt: filling.before.prompt }, { how: 'history' })}
          >
            Take back
          </Button>
        </>
      )}
    </output>
  );
}
