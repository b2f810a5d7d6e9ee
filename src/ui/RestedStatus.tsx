// What screen readers are told of words that change at each key: the last ones, once the hand rests.
import { useRested } from './use-rested.ts';

/** Beside the words themselves, which must not be a live region then. */
export function RestedStatus({ text }: { text: string }) {
  return <output className="sr-only">{useRested(text, 1000)}</output>;
}
