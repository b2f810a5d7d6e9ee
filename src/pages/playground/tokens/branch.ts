// From a token of an answer back to the prompt: what stood before it, or up to it, becomes what is written.
import { focusField, fillDraft, type DraftOrigin } from '#draft/draft-store.ts';
import type { Choice } from '#run/choice.ts';
import type { Run } from '#run/run.ts';
import { tokenAt, continuedPrompt } from '#run/token.ts';
import { unpinToken } from './pinned-token.ts';

/** Fills the prompt and goes there, with the caret at its end. Nothing is sent. */
export function branchWith(prompt: string, origin: DraftOrigin): void {
  fillDraft({ prompt }, origin);
  unpinToken();
  // The field has its new text in the next frame, and a dialog has given the focus back.
  requestAnimationFrame(() => {
    focusField('prompt');
    const field = document.activeElement;
    if (!(field instanceof HTMLTextAreaElement)) return;
    field.setSelectionRange(prompt.length, prompt.length);
    field.scrollIntoView({ block: 'nearest' });
  });
}

/** Fills the prompt with the run's prompt and all the text of a choice, and sends it. */
export function continueLane(run: Run, lane: Choice, send: () => void): void {
  const prompt = continuedPrompt(run.request.prompt, lane, lane.text.length);
  fillDraft({ prompt }, { how: 'continued', runId: run.id, lane: lane.index });
  // What was pressed goes with the answer.
  focusField('prompt');
  send();
}

/** Fills the prompt with the text of a choice up to an offset (UTF-16 units): the choice is left there. Nothing is sent. */
export function branchAt(run: Run, lane: Choice, offset: number): void {
  const token = offset < lane.text.length ? (tokenAt(lane, offset) ?? 0) : lane.tokenCount;
  const prompt = continuedPrompt(run.request.prompt, lane, offset);
  branchWith(prompt, { how: 'branched', runId: run.id, lane: lane.index, token });
}
