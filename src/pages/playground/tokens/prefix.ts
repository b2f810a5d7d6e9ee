// The text that leads up to a place in an answer, as a prompt: what a branch is written on and an alternative is asked from.
import { wellFormed, wholeEnd } from '#lib/surrogate-safe.ts';
import type { Lane } from '#pages/playground/lane.ts';

/** A prompt, or a sentence that says why there is none. */
export type Prefix =
  | { readonly ok: true; readonly prompt: string }
  | { readonly ok: false; readonly why: string };

/**
 * Prompt and answer up to `offset` of the lane's text (UTF-16 units); an echoed prompt is not repeated. There is no such
 * prompt between the two halves of a character: tokens of some models split one.
 */
export function prefixOf(prompt: string, lane: Lane, offset: number): Prefix {
  const whole = upTo(prompt, lane, offset);
  return endsInHalf(whole)
    ? { ok: false, why: 'The text before this place ends in half of a character.' }
    : { ok: true, prompt: whole };
}

/** The same for going on from there: half of a character at the end is left out, because no request could carry it. */
export function continuedPrompt(prompt: string, lane: Lane, offset: number): string {
  const whole = upTo(prompt, lane, offset);
  return wellFormed(whole.slice(0, wholeEnd(whole, whole.length)));
}

function upTo(prompt: string, lane: Lane, offset: number): string {
  const { promptLength, text } = lane;
  return offset < promptLength ? text.slice(0, offset) : prompt + text.slice(promptLength, offset);
}

/** Whether the last UTF-16 unit is the first half of a pair. */
export function endsInHalf(text: string): boolean {
  return wholeEnd(text, text.length) < text.length;
}
