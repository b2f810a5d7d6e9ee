// Finish reasons, counted, and ends of runs in words.
import type { Choice } from './choice.ts';
import { endWords, type EndState } from './run.ts';

/** As sent; unfinished choices are left out. */
export function countReasons(choices: Iterable<Choice>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { finishReason } of choices)
    if (finishReason !== null) counts.set(finishReason, (counts.get(finishReason) ?? 0) + 1);
  return counts;
}

/** `3 length, 1 eos`; as sent, where there is little room. */
export function listFinishes(counts: Iterable<readonly [reason: string, count: number]>): string {
  return [...counts].map(([reason, count]) => `${count} ${reason}`).join(', ');
}

/**
 * `3 at the length limit, 1 at the end of text`; unknown reasons as sent.
 * @param hasStops the request has stop sequences
 */
export function describeFinishes(
  counts: Iterable<readonly [reason: string, count: number]>,
  hasStops: boolean,
): string {
  return [...counts]
    .map(([reason, count]) => `${count} ${words[reason === 'stop' && !hasStops ? 'eos' : reason] ?? reason}`)
    .join(', ');
}

const words: Readonly<Record<string, string>> = {
  stop: 'at a stop sequence',
  eos: 'at the end of text',
  length: 'at the length limit',
  // By Text Generation Inference.
  stop_sequence: 'at a stop sequence',
  eos_token: 'at the end of text',
};

/** None if the label or the service's message says it all. @param hasText something has arrived */
export function endSentence(endState: EndState, hasText: boolean): string | undefined {
  const sentence = endSentences[endState];
  return hasText && sentence !== undefined && endState !== 'complete-unmarked'
    ? `${sentence} What arrived is kept.`
    : sentence;
}

/** The service's message, if any. @param hasText something has arrived */
export function endReason(
  { endState, error }: { readonly endState: EndState; readonly error: Error | null },
  hasText: boolean,
): string {
  return error?.message ?? endSentence(endState, hasText) ?? endWords[endState].label;
}

const endSentences: Readonly<Partial<Record<EndState, string>>> = {
  'complete-unmarked': 'Every choice finished, but the service closed the stream without [DONE].',
  truncated: 'The stream ended before the service reported completion.',
  stopped: 'You stopped the run.',
};

/** Null if the answer can be seen. */
export function describeBlank({ text, promptLength }: Choice): string | null {
  if (text.length === 0) return 'No text.';
  const answer = text.slice(promptLength, text.length);
  return answer !== '' && answer.trim() === '' ? 'Only white space.' : null;
}
