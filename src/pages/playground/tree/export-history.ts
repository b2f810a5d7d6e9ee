// Saves history as a file of the person's.
import type { Archive } from './archive.ts';
import { writeHistory } from './history-file.ts';
import { saveFile } from '#ui/save-file.ts';

/** Downloads everything, or the session that begins at a state. */
export async function saveHistory(archive: Archive, rootId: string | null): Promise<void> {
  // As files of their own: the browser keeps them where there is room, and not all in memory.
  const parts: Blob[] = [];
  for await (const part of writeHistory(archive, rootId)) parts.push(new Blob([part]));
  const date = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const blob = new Blob(parts, { type: 'application/json' });
  saveFile(blob, `inferdeck-${rootId === null ? 'history' : 'session'}-${date}.json`);
}
