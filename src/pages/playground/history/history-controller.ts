// History controller: records edits and runs, restores states.
import { useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { connectionName } from '#connection/profiles.ts';
import { useConnections } from '#connection/store.ts';
import { useDraft, fillDraft, useFilling, type Filling } from '#draft/draft-store.ts';
import type { Draft } from '#draft/draft.ts';
import { randomId } from '#lib/random-id.ts';
import { columnsOf, readColumns } from '#run/recording-columns.ts';
import { recordRun, readRecording, withService, writeRecording } from '#run/recording-file.ts';
import { noteSeam, resumptionOf } from '#run/resumed-runs.ts';
import { runStore } from '#run/run-store.ts';
import { type RecordedRun, isPlayed, isRunning, type Run, noteRestored } from '#run/run.ts';
import { createArchive } from './archive.ts';
import { createRunningStore } from './autosave-store.ts';
import { startAutosave, type Autosave } from './autosave.ts';
import { historyDatabase } from './database.ts';
import { Navigator } from './navigator.ts';
import { createPositionStore } from './position.ts';
import { recoverRun } from './recover-run.ts';
import { noteVisit } from './start.ts';
import { withMemoryFallback } from './storage.ts';
import { summarize } from './summary.ts';
import { forgetOutputs } from './whole-outputs.ts';

/** Idle time after which an edit becomes a state. */
const quietMs = 1_000;

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('inferdeck-history');

export const archive = createArchive(
  (onTrouble) => withMemoryFallback(historyDatabase, onTrouble),
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels have none
  (message) => channel?.postMessage(message),
);

export const historyNavigator = new Navigator(
  {
    archive,
    position: createPositionStore(() => sessionStorage),
    newId: randomId,
    now: Date.now,
    page: {
      draft: () => useDraft.getState().draft,
      // Clears fields that the state does not set.
      fill: (draft) => fillDraft({ logprobs: undefined, echo: undefined, ...draft }, { how: 'history' }),
      show: (id) => void show(id),
      isBusy: () => isRunning(runStore.current()),
    },
  },
  useDraft.getState().draft,
);

const nodeOfRun = new Map<number, string>();
export function nodeIdOf(runId: number): string | undefined {
  return nodeOfRun.get(runId);
}

const nodeOfRecording = new WeakMap<RecordedRun, string>();
const running = createRunningStore();
let currentAutosave: Autosave | null = null;
let newest: Run | null = null;
let endedId = 0;

/** What the page did before history was loaded; `draft` is the one that the run began with. */
export type EarlyStep = { readonly filling: Filling } | { run: Run; readonly draft: Draft };

/**
 * @param first the draft at page load
 * @param early in order; may grow until history is loaded
 */
export async function startHistory(first: Draft, early: readonly EarlyStep[] = []): Promise<void> {
  channel?.addEventListener('message', (event: MessageEvent<unknown>) => {
    archive.receive(event.data);
    const shown = nodeOfRun.get(runStore.current()?.id ?? 0);
    if (shown !== undefined && archive.tree.get(shown) === undefined)
      useHistoryNotice.setState({ notice: deletedNotice });
  });
  await archive.load();
  historyNavigator.begin(first);
  const isFresh = early.length === 0 && runStore.current() === null;
  for (const step of early) {
    if ('filling' in step) handleFilling(step);
    else handleRun(step.run, step.draft);
  }
  handleRun(runStore.current());
  handleDraftChange();
  useFilling.subscribe(handleFilling);
  useDraft.subscribe(handleDraftChange);
  runStore.subscribe(() => handleRun(runStore.current()));
  const note = () => noteVisit(archive.tree.size > 0);
  archive.subscribe(note);
  note();
  if (isFresh && historyNavigator.headId !== null) showOpenState();
  const ids = await running.ids().catch(() => []);
  for (const id of ids) void recoverRun(running, archive, id);
}

/** Also in place of a replay of it. */
export function showOpenState(): void {
  void show(archive.tree.withRun(historyNavigator.shownId)?.id ?? null);
}

/** @returns the deleted ids; none while a run streams */
export async function removeStates(pick: Parameters<Navigator['remove']>[0]): Promise<readonly string[]> {
  const ids = await historyNavigator.remove(pick);
  forgetOutputs(ids);
  await dropAutosaves(ids);
  return ids;
}

export async function dropRecordings(ids: readonly string[]): Promise<void> {
  await dropAutosaves(ids);
  await archive.dropRecordings(ids);
}

async function dropAutosaves(ids: readonly string[]): Promise<void> {
  const kept = await running.ids().catch(() => []);
  for (const id of kept) if (ids.includes(id)) await running.drop(id).catch(() => undefined);
}

let typing: ReturnType<typeof setTimeout> | undefined;

function handleDraftChange(): void {
  clearTimeout(typing);
  typing = setTimeout(() => historyNavigator.settle(), quietMs);
}

function handleFilling({ filling }: { readonly filling: Filling | null }): void {
  if (filling === null) return;
  const { origin } = filling;
  historyNavigator.takeFilling(filling, 'runId' in origin ? nodeOfRun.get(origin.runId) : undefined);
}

function handleRun(run: Run | null, draft?: Draft): void {
  if (run !== null && run.id !== newest?.id) {
    const node = run.replay === null ? startNode(run, draft) : knownNode(run.replay.recorded);
    if (node !== undefined) nodeOfRun.set(run.id, node);
    // Of the run before.
    useHistoryNotice.setState({ notice: null });
    archive.changed();
  }
  newest = run;
  autosaveRun(run);
  if (run === null || run.state.phase !== 'ended' || run.id === endedId) return;
  endedId = run.id;
  void saveRun(run);
  archive.changed();
}

// A queued run was not sent.
function autosaveRun(run: Run | null): void {
  if (!isRunning(run) || run.replay !== null || run.state.phase === 'queued') return;
  const id = nodeOfRun.get(run.id);
  if (id === undefined || currentAutosave?.runId === run.id) return;
  const continuedAt = () => resumptionOf(run.id)?.atToken;
  currentAutosave = startAutosave(running, run, { id, connection: nameOf(run), continuedAt });
}

function nameOf({ connectionId }: Run): string {
  return connectionName(useConnections.getState().profiles, connectionId);
}

// A repeated request is the same object.
function startNode(run: Run, draft?: Draft): string {
  clearTimeout(typing);
  const isAgain = newest !== null && run.request === newest.request;
  return historyNavigator.start(isAgain ? (nodeOfRun.get(newest?.id ?? 0) ?? null) : null, draft);
}

function knownNode(recorded: RecordedRun): string | undefined {
  const shown = nodeOfRecording.get(recorded);
  if (shown !== undefined) return shown;
  const startedAt = recorded.startedAt.toISOString();
  const { model } = recorded.request;
  return archive.tree.all().find(({ run }) => run?.startedAt === startedAt && run.model === model)?.id;
}

async function saveRun(run: Run): Promise<void> {
  if (run.replay !== null && nodeOfRun.has(run.id)) return;
  const recorded = recordRun(run, nameOf(run));
  if (recorded === null) return;
  const autosave = currentAutosave?.runId === run.id ? currentAutosave : null;
  if (recorded.endState === 'interrupted' || recorded.endState === 'unanswered')
    await autosave?.waitWhileLeaving();
  autosave?.end(recorded);
  const known = nodeOfRun.get(run.id);
  // Deleted in another tab meanwhile.
  if (known !== undefined && archive.tree.get(known) === undefined) return autosave?.close(true);
  const id = known ?? historyNavigator.open();
  nodeOfRun.set(run.id, id);
  const draft = archive.tree.get(id)?.draft ?? useDraft.getState().draft;
  const text = await writeRecording(recorded);
  const columns = columnsOf(recorded, run.recording);
  const { connection } = recorded;
  const more = { connection, size: text.length, continuedAt: resumptionOf(run.id)?.atToken };
  await archive.add({ runs: [summarize(id, run, draft, more)], recordings: [{ id, text, columns }] });
  // The autosave can recover a run that history could not store.
  await autosave?.close(archive.trouble() === null);
}

let turn = 0;

async function show(id: string | null): Promise<void> {
  turn += 1;
  const mine = turn;
  useHistoryNotice.setState({ notice: null });
  const shown = runStore.current();
  if (id !== null && shown !== null && nodeOfRun.get(shown.id) === id && !isPlayed(shown)) return;
  const stored = id === null ? null : await recordingOf(id);
  // A run that started meanwhile stays on screen.
  if (mine !== turn || runStore.current()?.id !== shown?.id) return;
  if (id === null || stored === null) {
    runStore.clear();
    if (id !== null) useHistoryNotice.setState({ notice: droppedNotice });
    else void awaitOutcome(mine);
    return;
  }
  const { file, columns } = stored;
  // Reading takes a moment: clear the old answer.
  if (columns === undefined && (typeof file === 'string' ? file.length : file.size) > longText)
    runStore.clear();
  const before = runStore.current()?.id;
  const reading = (await readColumns(columns, file)) ?? (await readRecording(file).catch(() => unreadable));
  if (mine !== turn || runStore.current()?.id !== before) return;
  if (!reading.ok) {
    runStore.clear();
    useHistoryNotice.setState({ notice: `Cannot show the output of this state. ${reading.message}` });
    return;
  }
  const { run, recorded } = reading;
  nodeOfRecording.set(recorded, id);
  // An opened recording cannot be continued.
  if (archive.tree.get(id)?.kind !== 'recording') noteRestored(recorded);
  if (!runStore.show(withService(run, archive.tree.get(id)?.run?.service))) return;
  noteSeam(runStore.current()?.id ?? 0, archive.tree.get(id)?.run?.continuedAt);
}

/** It may have found room only as an autosave. */
async function recordingOf(id: string): ReturnType<typeof archive.recording> {
  const stored = await archive.recording(id);
  if (stored !== null) return stored;
  await recoverRun(running, archive, id);
  return archive.recording(id);
}

/** Characters; more are slow to read. */
const longText = 1_000_000;

const unreadable = { ok: false, message: 'The browser could not read its file.' } as const;

/** Waits for a run of another tab or a closed page. */
async function awaitOutcome(mine: number): Promise<void> {
  const node = archive.tree.withoutOutcome(historyNavigator.shownId);
  if (node === undefined) return;
  const isWanted = () => mine === turn && runStore.current() === null;
  const timer = setTimeout(() => {
    if (isWanted()) useHistoryNotice.setState({ notice: elsewhereNotice });
  }, elsewhereMs);
  await recoverRun(running, archive, node.id);
  clearTimeout(timer);
  if (!isWanted()) return;
  if (archive.tree.get(node.id)?.run) void show(node.id);
  else useHistoryNotice.setState({ notice: lostNotice });
}

/** Before the notice about another tab. */
const elsewhereMs = 500;

const droppedNotice =
  'The recording of this run was deleted, so its output cannot be shown token by token; History has its beginning.';
const deletedNotice =
  'This run was deleted from History in another tab. Its answer is lost when this page is reloaded.';
const elsewhereNotice = 'This run is still streaming in another tab. Its output appears here when it ends.';
const lostNotice = 'This run’s answer is not stored here.';

export const useHistoryNotice = create<{ readonly notice: string | null }>(() => ({ notice: null }));

export function useArchiveVersion(): number {
  return useSyncExternalStore(archive.subscribe, archive.version);
}
