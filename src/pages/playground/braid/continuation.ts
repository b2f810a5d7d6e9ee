// Going on from an answer: its prompt and its text become the prompt of the next request. Nothing is sent by it.
import { fillDraft, type DraftOrigin } from '#pages/playground/fill-draft.ts';
import { focusField } from '#pages/playground/field-focus.ts';
import type { Lane } from '#pages/playground/lane.ts';
import type { Run } from '#pages/playground/run.ts';
import { tokenAt } from '#pages/playground/tokens/locate.ts';
import { continuedPrompt } from '#pages/playground/tokens/prefix.ts';

/** Fills the prompt with the run's prompt and all the text of a choice, and puts the cursor there. */
export function continueLane(run: Run, lane: Lane): void {
  fill(run, lane, lane.text.length, { how: 'continued', runId: run.id, lane: lane.index });
}

/** As `continueLane`, with the text up to an offset (UTF-16 units): the choice is left there. */
export function continueFrom(run: Run, lane: Lane, offset: number): void {
  const token = offset < lane.text.length ? (tokenAt(lane, offset) ?? 0) : lane.tokenCount;
  fill(run, lane, offset, { how: 'branched', runId: run.id, lane: lane.index, token });
}

function fill(run: Run, lane: Lane, offset: number, origin: DraftOrigin): void {
  fillDraft({ prompt: continuedPrompt(run.request.prompt, lane, offset) }, origin);
  focusField('prompt');
}
