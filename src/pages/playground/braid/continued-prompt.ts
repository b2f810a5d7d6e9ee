// The prompt that goes on from a place in an answer.
import type { Lane } from '#pages/playground/lane.ts';

/**
 * Prompt and text up to an offset in the lane (UTF-16 units). An echoed prompt is not repeated; half of a character at the
 * end is left out, because no request could carry it.
 * @param promptLength length of the echoed prompt at the start of the lane's text; 0 without echo
 */
export function continuedPrompt(prompt: string, promptLength: number, lane: Lane, offset: number): string {
  const whole =
    offset < promptLength ? prompt.slice(0, offset) : prompt + lane.text.slice(promptLength, offset);
  return whole.replace(/[\uD800-\uDBFF]$/, '');
}
