// Saves history as a file of the person's.
import type { Archive } from './archive.ts';
import { writeHistory } from './history-file.ts';

/** Downloads everything, or the session that begins at a state. */
export async function saveHistory(archive: Archive, rootId: string | null): Promise<void> {
  const parts: string[] = [];
  for await (const part of writeHistory(archive, rootId)) parts.push(part);
  const url = URL.createObjectURL(new Blob(parts, { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  const date = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  link.download = `inferdeck-${rootId === null ? 'history' : 'session'}-${date}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
