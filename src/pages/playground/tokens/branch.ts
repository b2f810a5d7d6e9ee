// Branch and continue from an answer.
import { focusField, fillDraft, type DraftOrigin } from '#draft/draft-store.ts';
import type { Choice } from '#run/choice.ts';
import type { Run } from '#run/run.ts';
import { tokenAt, continuedPrompt } from '#run/token.ts';
import { unpinToken } from './pinned-token.ts';

/** Fills and focuses the prompt. Sends nothing. */
export function branchWith(prompt: string, origin: DraftOrigin): void {
  fillDraft({ prompt }, origin);
  unpinToken();
  // By then a closed dialog has returned the focus.
  requestAnimationFrame(() => {
    focusField('prompt');
    const field = document.activeElement;
    if (!(field instanceof HTMLTextAreaElement)) return;
    field.setSelectionRange(prompt.length, prompt.length);
    field.scrollIntoView({ block: 'nearest' });
  });
}

export function continueChoice(run: Run, choice: Choice, send: () => void): void {
  const prompt = continuedPrompt(run.request.prompt, choice, choice.text.length);
  fillDraft({ prompt }, { how: 'continued', runId: run.id, choice: choice.index, isSent: true });
  // The pressed button disappears with the answer.
  focusField('prompt');
  send();
}

/** The prompt takes the whole output, to be edited anywhere. Sends nothing. */
export function editChoice(run: Run, choice: Choice): void {
  const prompt = continuedPrompt(run.request.prompt, choice, choice.text.length);
  branchWith(prompt, { how: 'continued', runId: run.id, choice: choice.index });
}

export function runWith(prompt: string, origin: DraftOrigin, send: () => void): void {
  fillDraft({ prompt }, origin);
  unpinToken();
  // By then a closed dialog has returned the focus.
  requestAnimationFrame(() => focusField('prompt'));
  send();
}

/** @param offset UTF-16. Sends nothing */
export function branchAt(run: Run, choice: Choice, offset: number): void {
  const token = offset < choice.text.length ? (tokenAt(choice, offset) ?? 0) : choice.tokenCount;
  const prompt = continuedPrompt(run.request.prompt, choice, offset);
  branchWith(prompt, { how: 'branched', runId: run.id, choice: choice.index, token });
}
