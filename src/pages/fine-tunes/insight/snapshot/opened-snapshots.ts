// Snapshots that are open in this tab, until a reload: files are read here and go nowhere.
import { create } from 'zustand';
import { readSnapshot, type ReadSnapshot } from './snapshot-file.ts';

/** A file that was opened. */
export interface OpenedSnapshot {
  readonly id: number;
  readonly name: string;
  readonly read: ReadSnapshot;
}

/** In the order in which they were opened. */
export const useSnapshots = create<{ readonly opened: readonly OpenedSnapshot[] }>(() => ({ opened: [] }));

/** Opens those files that are snapshots. @returns the others, for whoever reads them */
export async function takeSnapshots(files: readonly File[]): Promise<readonly File[]> {
  const others: File[] = [];
  for (const file of files) {
    if (!(await isSnapshot(file))) {
      others.push(file);
      continue;
    }
    const opened: OpenedSnapshot = { id: ++lastId, name: file.name, read: readSnapshot(await file.text()) };
    // The same file once more takes the place of the first.
    const rest = useSnapshots.getState().opened.filter(({ name }) => name !== file.name);
    useSnapshots.setState({ opened: [...rest, opened] });
  }
  return others;
}

/** Closes one. */
export function closeSnapshot(id: number): void {
  useSnapshots.setState({ opened: useSnapshots.getState().opened.filter((each) => each.id !== id) });
}

let lastId = 0;

/** By its first words; a file that cannot be read is left to the others, who say so. */
async function isSnapshot(file: File): Promise<boolean> {
  const head = await file
    .slice(0, 200)
    .text()
    .catch(() => '');
  return /^\s*\{\s*"kind"\s*:\s*"inferdeck fine-tune"/.test(head);
}
