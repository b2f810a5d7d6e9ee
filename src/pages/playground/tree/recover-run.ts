// Brings back a run whose page was closed while it received: it becomes the run of its state, ended as interrupted.
import { readRecording } from '#pages/playground/inspect/recording-file.ts';
import type { Archive } from './archive.ts';
import { runOfRecording } from './run-of-recording.ts';
import { whenFree } from './running-lock.ts';
import type { RunningStore } from './running-store.ts';
import { summarize } from './summary.ts';

/** Resolves once no page receives it and what was kept of it is history's. Never rejects. @param id its state */
export async function recoverRun(
  store: RunningStore,
  archive: Pick<Archive, 'tree' | 'add'>,
  id: string,
): Promise<void> {
  await whenFree(id, () => takeOver(store, archive, id)).catch(() => undefined);
}

async function takeOver(
  store: RunningStore,
  archive: Pick<Archive, 'tree' | 'add'>,
  id: string,
): Promise<void> {
  const kept = await store.read(id);
  if (kept === null) return;
  const { text, continuedAt } = kept;
  const node = archive.tree.get(id);
  const reading = readRecording(text);
  if (reading.ok && node?.run === null) {
    const run = await runOfRecording(reading.recorded);
    const { connection } = reading.recorded;
    const summary = summarize(id, run, node.draft, { connection, size: text.length, continuedAt });
    await archive.add({ runs: [summary], recordings: [{ id, text }] });
  }
  await store.drop(id);
}
