// Keeps history: hears of what is typed, filled and run, and shows a state again when a person goes back to it.
import { useConnections } from '#connection/store.ts';
import { useDraft } from '#pages/playground/draft-store.ts';
import type { Draft } from '#pages/playground/draft.ts';
import { fillDraft, useFilling } from '#pages/playground/fill-draft.ts';
import { connectionName } from '#pages/playground/inspect/connection-name.ts';
import { playRecording } from '#pages/playground/inspect/play-recording.ts';
import { recordRun } from '#pages/playground/inspect/record-run.ts';
import { readRecording, writeRecordingInTurns } from '#pages/playground/inspect/recording-file.ts';
import type { RecordedRun } from '#pages/playground/recorded-run.ts';
import { isRunning, type Run } from '#pages/playground/run.ts';
import { runStore } from '#pages/playground/use-run.ts';
import { createArchive } from './archive.ts';
import { openDatabase } from './database.ts';
import { noteVisit } from './kept-visit.ts';
import { randomId } from './random-id.ts';
import { noteRestored } from './restored.ts';
import { shelterStorage } from './sheltered-storage.ts';
import { summarize } from './summary.ts';
import { createTrail } from './trail.ts';
import { useHistoryNotice } from './history-notice.ts';
import { Walker } from './walker.ts';

/** Milliseconds of quiet after which what was typed becomes a state. */
const quietMs = 1_000;

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('inferdeck-history');

/** The history of this browser. */
export const archive = createArchive(
  (onTrouble) => shelterStorage(openDatabase, onTrouble),
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  (message) => channel?.postMessage(message),
);

/** This tab's place in it. */
export const walker = new Walker(
  {
    archive,
    trail: createTrail(() => sessionStorage),
    newId: randomId,
    now: Date.now,
    page: {
      draft: () => useDraft.getState().draft,
      // What the state does not send is taken out of the form, too.
      fill: (draft) => fillDraft({ logprobs: undefined, echo: undefined, ...draft }, { how: 'history' }),
      show: (id) => void show(id),
      isBusy: () => isRunning(runStore.current()),
    },
  },
  useDraft.getState().draft,
);

/** Which state each run of this page belongs to. */
const nodeOfRun = new Map<number, string>();
const nodeOfRecording = new WeakMap<RecordedRun, string>();
let newest: Run | null = null;
let endedId = 0;

/** @param first the draft as the page was opened. Reads what is kept, catches up with what happened meanwhile, and listens from then on. */
export async function beginKeeping(first: Draft): Promise<void> {
  if (channel)
    channel.addEventListener('message', (event: MessageEvent<unknown>) => archive.hear(event.data));
  await archive.load();
  const headId = walker.begin(first);
  const { filling } = useFilling.getState();
  const isFresh = filling === null && runStore.current() === null;
  if (filling !== null) walker.takeFilling(filling, nodeOfFilling());
  hearRun();
  hearDraft();
  useFilling.subscribe((state) => {
    if (state.filling !== null) walker.takeFilling(state.filling, nodeOfFilling());
  });
  useDraft.subscribe(hearDraft);
  runStore.subscribe(hearRun);
  archive.subscribe(() => noteVisit(archive.tree.size > 0));
  if (isFresh && headId !== null) void show(archive.tree.withRun(headId)?.id ?? null);
}

let typing: ReturnType<typeof setTimeout> | undefined;

function hearDraft(): void {
  clearTimeout(typing);
  typing = setTimeout(() => walker.settle(), quietMs);
}

function nodeOfFilling(): string | undefined {
  const origin = useFilling.getState().filling?.origin;
  return origin !== undefined && 'runId' in origin ? nodeOfRun.get(origin.runId) : undefined;
}

function hearRun(): void {
  const run = runStore.current();
  if (run !== null && run.id !== newest?.id) {
    const node = run.replay === null ? startNode(run) : knownNode(run.replay.recorded);
    if (node !== undefined) nodeOfRun.set(run.id, node);
    archive.changed();
  }
  newest = run;
  if (run === null || run.state.phase !== 'ended' || run.id === endedId) return;
  endedId = run.id;
  void keepRun(run);
  archive.changed();
}

// A request that is sent once more is the same object.
function startNode(run: Run): string {
  clearTimeout(typing);
  const isAgain = newest !== null && run.request === newest.request;
  return walker.start(isAgain ? (nodeOfRun.get(newest?.id ?? 0) ?? null) : null);
}

function knownNode(recorded: RecordedRun): string | undefined {
  const shown = nodeOfRecording.get(recorded);
  if (shown !== undefined) return shown;
  const startedAt = recorded.startedAt.toISOString();
  const { model } = recorded.request;
  return archive.tree.all().find(({ run }) => run?.startedAt === startedAt && run.model === model)?.id;
}

async function keepRun(run: Run): Promise<void> {
  if (run.replay !== null && nodeOfRun.has(run.id)) return;
  const recorded = recordRun(run, connectionName(useConnections.getState().profiles, run.connectionId));
  if (recorded === null) return;
  const id = nodeOfRun.get(run.id) ?? walker.open();
  nodeOfRun.set(run.id, id);
  const draft = archive.tree.get(id)?.draft ?? useDraft.getState().draft;
  const text = await writeRecordingInTurns(recorded);
  const summary = summarize(id, run, draft, { connection: recorded.connection, size: text.length });
  await archive.add({ runs: [summary], recordings: [{ id, text }] });
}

let turn = 0;

/** Shows the run of a state as it was; a later call wins. */
async function show(id: string | null): Promise<void> {
  turn += 1;
  const mine = turn;
  useHistoryNotice.setState({ notice: null });
  const shown = runStore.current();
  if (id !== null && shown !== null && nodeOfRun.get(shown.id) === id) return;
  const text = id === null ? null : await archive.recording(id);
  // A run that was started meanwhile stays on the page.
  if (mine !== turn || runStore.current()?.id !== shown?.id) return;
  if (id === null || text === null) {
    runStore.clear();
    if (id !== null) useHistoryNotice.setState({ notice: droppedNotice });
    return;
  }
  const reading = readRecording(text);
  if (!reading.ok) {
    runStore.clear();
    useHistoryNotice.setState({ notice: `The output of this state cannot be shown. ${reading.message}` });
    return;
  }
  nodeOfRecording.set(reading.recorded, id);
  noteRestored(reading.recorded);
  playRecording(runStore, reading.recorded, Number.POSITIVE_INFINITY);
}

const droppedNotice =
  'The recording of this run is not kept any more, so its output cannot be shown token by token; History has its beginning.';
