// The whole outputs of kept runs: read from their recordings by a worker, and remembered while the page is open.
import { startOwnWorker } from '#lib/own-worker.ts';
import type { Archive } from './archive.ts';
import type { OutputsAnswer, OutputsOrder } from './outputs-worker.ts';
// oxlint-disable-next-line import/default -- Vite makes this default export.
import workerUrl from './outputs-worker.ts?worker&url';
import { readOutputs } from './read-outputs.ts';

/** Characters that are remembered; beyond them what was read first is forgotten, and read again when it is needed. */
const rememberedAtMost = 8_000_000;

type Outputs = readonly string[];

const known = new Map<string, Outputs>();
const reading = new Map<string, Promise<Outputs | null>>();
const waiting = new Map<string, (outputs: Outputs | null) => void>();
let characters = 0;
let worker: Worker | null = null;
let isBroken = false;
let ending: ReturnType<typeof setTimeout> | undefined;

/** Milliseconds without work after which the worker ends. */
const idleMs = 10_000;

/** What was read before; undefined where it was not. @param id of the state */
export function knownOutputs(id: string): Outputs | undefined {
  return known.get(id);
}

/** Forgets what was read of states. */
export function forgetOutputs(ids: readonly string[]): void {
  for (const id of ids) {
    characters -= lengthOf(known.get(id) ?? []);
    known.delete(id);
  }
}

/** The choices' texts in order; null where the recording is not kept, or cannot be read. Never rejects. */
export async function wholeOutputs(archive: Pick<Archive, 'recording'>, id: string): Promise<Outputs | null> {
  const before = known.get(id);
  if (before !== undefined) return before;
  const begun = reading.get(id) ?? read(archive, id);
  reading.set(id, begun);
  try {
    return await begun;
  } finally {
    reading.delete(id);
  }
}

async function read(archive: Pick<Archive, 'recording'>, id: string): Promise<Outputs | null> {
  const text = await archive.recording(id);
  if (text === null) return null;
  const outputs = isBroken ? await readOutputs(text) : await readApart({ id, text });
  if (outputs !== null) remember(id, outputs);
  return outputs;
}

async function readApart(order: OutputsOrder): Promise<Outputs | null> {
  const { id, text } = order;
  try {
    worker ??= start();
  } catch {
    isBroken = true;
    return readOutputs(text);
  }
  const outputs = await new Promise<Outputs | null>((resolve) => {
    waiting.set(id, resolve);
    worker?.postMessage(order, []);
  });
  endLater();
  // A worker that cannot run must not make a state unreadable: the page reads it itself.
  return isBroken ? readOutputs(text) : outputs;
}

// Between the letters of a search it stays; what it read is then let go of with it.
function endLater(): void {
  clearTimeout(ending);
  ending = setTimeout(() => {
    if (waiting.size > 0) return;
    worker?.terminate();
    worker = null;
  }, idleMs);
}

function start(): Worker {
  const started = startOwnWorker(workerUrl);
  started.addEventListener('message', ({ data }: MessageEvent<OutputsAnswer>) => {
    waiting.get(data.id)?.(data.outputs);
    waiting.delete(data.id);
  });
  started.addEventListener('error', () => {
    isBroken = true;
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
  });
  return started;
}

function remember(id: string, outputs: Outputs): void {
  known.set(id, outputs);
  characters += lengthOf(outputs);
  for (const [oldId, old] of known) {
    if (characters <= rememberedAtMost || oldId === id) return;
    known.delete(oldId);
    characters -= lengthOf(old);
  }
}

function lengthOf(outputs: Outputs): number {
  return outputs.reduce((sum, { length }) => sum + length, 0);
}
