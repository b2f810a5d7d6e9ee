// Going on from an answer: its prompt and its text become the prompt of the next request.
import { focusField } from '#pages/playground/field-focus.ts';
import { fillDraft } from '#pages/playground/fill-draft.ts';
import type { Lane } from '#pages/playground/lane.ts';
import type { Run } from '#pages/playground/run.ts';
import { branchWith } from '#pages/playground/tokens/branch.ts';
import { tokenAt } from '#pages/playground/tokens/locate.ts';
import { continuedPrompt } from '#pages/playground/tokens/prefix.ts';

/** Fills the prompt with the run's prompt and all the text of a choice, and sends it. */
export function continueLane(run: Run, lane: Lane, send: () => void): void {
  const prompt = continuedPrompt(run.request.prompt, lane, lane.text.length);
  fillDraft({ prompt }, { how: 'continued', runId: run.id, lane: lane.index });
  // What was pressed goes with the answer.
  focusField('prompt');
  send();
}

/** Fills the prompt with the text of a choice up to an offset (UTF-16 units): the choice is left there. Nothing is sent. */
export function branchAt(run: Run, lane: Lane, offset: number): void {
  const token = offset < lane.text.length ? (tokenAt(lane, offset) ?? 0) : lane.tokenCount;
  const prompt = continuedPrompt(run.request.prompt, lane, offset);
  branchWith(prompt, { how: 'branched', runId: run.id, lane: lane.index, token });
}
