// Takes a column over into the draft, and opens Write with it. Nothing is sent by it.
import { useDraft, replaceDraft } from '#draft/draft-store.ts';
import type { Draft } from '#draft/draft.ts';
import { useSearchState } from '#pages/playground/write/search.ts';
import type { Run } from '#run/run.ts';
import { continuedPrompt } from '#run/token.ts';

/** `use` takes model and parameters, `goOn` the text of the first choice besides, as the new prompt. */
export function useTakeOver(): {
  readonly use: (draft: Draft) => void;
  readonly goOn: (run: Run, draft: Draft) => void;
} {
  const { changeSearch } = useSearchState();
  const write = () => changeSearch({ view: 'write', lab: undefined });
  return {
    use(draft) {
      replaceDraft({ ...draft, prompt: useDraft.getState().draft.prompt }, { how: 'comparison' });
      write();
    },
    goOn(run, draft) {
      const { recording, request, id } = run;
      const lane = recording.lanes.get(0);
      const prompt = lane ? continuedPrompt(request.prompt, lane, lane.text.length) : request.prompt;
      replaceDraft({ ...draft, prompt }, { how: 'continued', runId: id, lane: 0 });
      write();
    },
  };
}
