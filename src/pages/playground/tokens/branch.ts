// From a token of an answer back to the prompt: what stood before it, or up to it, becomes what is written.
import { focusField } from '#pages/playground/field-focus.ts';
import { fillDraft, type DraftOrigin } from '#pages/playground/fill-draft.ts';
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
