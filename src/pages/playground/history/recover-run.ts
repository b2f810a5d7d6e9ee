// Recovery of a streaming run after its page closed.
import { draftOfRequest } from '#draft/draft-of-request.ts';
import type { Archive } from './archive.ts';
import { whenFree, type RunningStore } from './autosave-store.ts';
import { columnsOf } from '#run/recording-columns.ts';
import { readRecording, withService } from '#run/recording-file.ts';
import { summarize } from './summary.ts';

/** Resolves once history has the run. Never rejects. @param id its state */
export async function recoverRun(
  store: Pick<RunningStore, 'read' | 'drop'>,
  archive: Pick<Archive, 'tree' | 'recordingIds' | 'add' | 'trouble'>,
  id: string,
): Promise<void> {
  await whenFree(id, () => takeOver(store, archive, id)).catch(() => undefined);
}

/** An unreadable autosave stays for a later build. */
export async function takeOver(
  store: Pick<RunningStore, 'read' | 'drop'>,
  archive: Pick<Archive, 'tree' | 'recordingIds' | 'add' | 'trouble'>,
  id: string,
): Promise<void> {
  const kept = await store.read(id);
  if (kept === null) return;
  const { text, continuedAt, service } = kept;
  const node = archive.tree.get(id);
  if (!node?.run || !archive.recordingIds.has(id)) {
    const reading = await readRecording(text);
    if (!reading.ok) return;
    const { recorded } = reading;
    // Where history has only the figures, the autosave may lack the end.
    if (node?.run && node.run.endState !== recorded.endState) return store.drop(id);
    const run = withService(reading.run, service);
    const draft = node?.draft ?? draftOfRequest(run.request);
    const { connection, startedAt } = recorded;
    const summary = summarize(id, run, draft, { connection, size: text.length, continuedAt });
    // Its state was not stored: the run starts a session.
    const origin = { how: 'recovered' };
    const state = { id, parentId: null, at: startedAt.getTime(), kind: 'run' as const, origin, draft };
    const nodes = node === undefined ? [state] : [];
    await archive.add({
      nodes,
      runs: [summary],
      recordings: [{ id, text, columns: columnsOf(recorded, run.recording) }],
    });
  }
  if (archive.trouble() === null) await store.drop(id);
}
