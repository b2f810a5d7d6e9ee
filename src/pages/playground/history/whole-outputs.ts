// Whole outputs of stored runs, cached.
import { startOwnWorker } from '#lib/own-worker.ts';
import { readOutputs } from '#run/recording-file.ts';
import type { Archive } from './archive.ts';
import type { OutputsAnswer, OutputsOrder } from './outputs-worker.ts';
// oxlint-disable-next-line import/default -- Vite makes this default export.
import workerUrl from './outputs-worker.ts?worker&url';

/** Characters; the oldest entries are dropped. */
const maxRemembered = 8_000_000;

type Outputs = readonly string[];

const known = new Map<string, Outputs>();
const reading = new Map<string, Promise<Outputs | null>>();
const waiting = new Map<string, (outputs: Outputs | null) => void>();
let characters = 0;
let worker: Worker | null = null;
let isBroken = false;
let ending: ReturnType<typeof setTimeout> | undefined;

/** Idle time after which the worker ends. */
const idleMs = 10_000;

export function knownOutputs(id: string): Outputs | undefined {
  return known.get(id);
}

export function forgetOutputs(ids: readonly string[]): void {
  for (const id of ids) {
    characters -= lengthOf(known.get(id) ?? []);
    known.delete(id);
  }
}

/** In choice order; null if missing or unreadable. Never rejects. */
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
  const { file } = (await archive.recording(id)) ?? {};
  if (file === undefined) return null;
  const outputs = isBroken ? await readOutputs(file) : await readApart({ id, file });
  if (outputs !== null) remember(id, outputs);
  return outputs;
}

async function readApart(order: OutputsOrder): Promise<Outputs | null> {
  const { id, file } = order;
  try {
    worker ??= start();
  } catch {
    isBroken = true;
    return readOutputs(file);
  }
  const outputs = await new Promise<Outputs | null>((resolve) => {
    waiting.set(id, resolve);
    worker?.postMessage(order, []);
  });
  endLater();
  // Without a working worker, reads on the page.
  return isBroken ? readOutputs(file) : outputs;
}

// The cache lasts between the letters of a search.
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
    if (characters <= maxRemembered || oldId === id) return;
    known.delete(oldId);
    characters -= lengthOf(old);
  }
}

function lengthOf(outputs: Outputs): number {
  return outputs.reduce((sum, { length }) => sum + length, 0);
}
