// The text that leads up to a place in an answer, as a prompt: what a branch is written on and an alternative is asked from.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Lane } from '#pages/playground/lane.ts';

/** A prompt, or a sentence that says why there is none. */
export type Prefix =
  | { readonly ok: true; readonly prompt: string }
  | { readonly ok: false; readonly why: string };

/**
 * Prompt and answer up to `offset` of the lane's text (UTF-16 units). With `echo` the answer begins with the prompt itself.
 * There is no such prompt between the two halves of a character: tokens of some models split one.
 */
export function prefixOf(
  request: Pick<CompletionRequest, 'prompt' | 'echo'>,
  lane: Lane,
  offset: number,
): Prefix {
  const isEchoed = request.echo === true && lane.text.slice(0, request.prompt.length) === request.prompt;
  const prompt = (isEchoed ? '' : request.prompt) + lane.text.slice(0, offset);
  return endsInHalf(prompt)
    ? { ok: false, why: 'The text before this place ends in half of a character.' }
    : { ok: true, prompt };
}

/** Whether the last UTF-16 unit is the first half of a pair. */
export function endsInHalf(text: string): boolean {
  return /[\uD800-\uDBFF]$/.test(text);
}
