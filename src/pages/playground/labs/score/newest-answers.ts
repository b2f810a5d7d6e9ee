// The answers of the newest run, without the prompt where it was echoed.
import type { Run } from '#run/run.ts';

/** One text a choice that brought any, by index. */
export function answersOf({ recording }: Run): readonly string[] {
  return [...recording.lanes.values()]
    .toSorted((one, other) => one.index - other.index)
    .map(({ text, promptLength }) => text.toString().slice(promptLength))
    .filter((text) => text !== '');
}
