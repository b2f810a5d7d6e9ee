// Brings back a run whose page was closed while it received: it becomes the run of its state, ended as interrupted.
import { draftOfRequest } from '#draft/draft.ts';
import type { Archive } from './archive.ts';
import { whenFree, type RunningStore } from './autosave-store.ts';
import { readRecording } from '#run/recording-file.ts';
import { summarize } from './summary.ts';

/** Resolves once no page receives it and what was kept of it is history's. Never rejects. @param id its state */
export async function recoverRun(
  store: Pick<RunningStore, 'read' | 'drop'>,
  archive: Pick<Archive, 'tree' | 'add' | 'trouble'>,
  id: string,
): Promise<void> {
  await whenFree(id, () => takeOver(store, archive, id)).catch(() => undefined);
}

/** What was kept is dropped only once history has it. What cannot be read stays, for a build that can. */
export async function takeOver(
  store: Pick<RunningStore, 'read' | 'drop'>,
  archive: Pick<Archive, 'tree' | 'add' | 'trouble'>,
  id: string,
): Promise<void> {
  const kept = await store.read(id);
  if (kept === null) return;
  const { text, continuedAt } = kept;
  const node = archive.tree.get(id);
  if (!node?.run) {
    const reading = await readRecording(text);
    if (!reading.ok) return;
    const { run, recorded } = reading;
    const draft = node?.draft ?? draftOfRequest(run.request);
    const { connection, startedAt } = recorded;
    const summary = summarize(id, run, draft, { connection, size: text.length, continuedAt });
    // Its state was not written before the page was closed: the run begins a session of its own.
    const origin = { how: 'recovered' };
    const state = { id, parentId: null, at: startedAt.getTime(), kind: 'run' as const, origin, draft };
    const nodes = node === undefined ? [state] : [];
    await archive.add({ nodes, runs: [summary], recordings: [{ id, text }] });
  }
  if (archive.trouble() === null) await store.drop(id);
}
