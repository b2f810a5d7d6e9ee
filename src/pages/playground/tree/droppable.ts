// Which recordings can be dropped for room: the oldest, and never one that a person gave a name.
import type { Archive } from './archive.ts';
import type { RunRecord } from './node.ts';

/** The runs whose recordings go when only the newest `keptCount` are to stay; named states are not counted. */
export function droppable(
  { tree, recordingIds }: Pick<Archive, 'tree' | 'recordingIds'>,
  keptCount: number,
): RunRecord[] {
  return tree
    .all()
    .filter(({ id, name }) => name === '' && recordingIds.has(id))
    .toSorted((one, other) => other.at - one.at)
    .slice(keptCount)
    .flatMap(({ run }) => run ?? []);
}

/** Characters of all recordings that are kept. */
export function sizeOf({ tree, recordingIds }: Pick<Archive, 'tree' | 'recordingIds'>): number {
  return tree.all().reduce((sum, { id, run }) => sum + (recordingIds.has(id) ? (run?.size ?? 0) : 0), 0);
}

/** A size in words: "12 kB", "3.4 MB". */
export function sizeWords(characters: number): string {
  if (characters < 1_000_000) return `${Math.ceil(characters / 1_000)} kB`;
  return `${(characters / 1_000_000).toFixed(1)} MB`;
}
