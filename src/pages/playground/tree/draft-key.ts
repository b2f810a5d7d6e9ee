// Whether two drafts say the same.
import type { Draft } from '#draft/draft.ts';

/** Equal for drafts that say the same, whatever the order in which they were filled; absent and undefined are one. */
export function draftKey({ numbers, ...rest }: Draft): string {
  return JSON.stringify([sorted(rest), sorted(numbers)]);
}

/** Whether two drafts say the same. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  if (one === other) return true;
  // Most drafts differ here, and the keys of long ones take long.
  return one.prompt === other.prompt && one.model === other.model && draftKey(one) === draftKey(other);
}

function sorted(fields: object): unknown {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}
