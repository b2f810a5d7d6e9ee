// Recording files: written, validated, replayed.
import * as z from 'zod/mini';
import { ApiError, endStateOf } from '#api/errors.ts';
import { noViewCounts, readPayload } from '#api/read-view.ts';
import { readCompletionRequest } from '#api/schema/completion-request.ts';
import '#api/schema/jitless.ts';
import type { StreamEvent } from '#api/stream.ts';
import { at } from '#lib/at.ts';
import { readTextFile, textParts } from '#lib/text-file.ts';
import { createYieldToPage } from '#lib/yield-to-page.ts';
import { Recording } from './recording.ts';
import type { RunStore } from './run-store.ts';
import type { EndState, RecordedRun, Run } from './run.ts';

/** Increment when the shape changes. */
const version = 1;

const endStates = [
  'complete',
  'complete-unmarked',
  'truncated',
  'unsent',
  'unanswered',
  'interrupted',
  'stalled',
  'stopped',
  'failed',
  'protocol-error',
] as const satisfies readonly EndState[];

const text = z.nullable(z.string());
const number = z.nullable(z.number());

const ErrorRecord = z.object({
  kind: z.enum(['http', 'network', 'decode', 'cut']),
  message: z.string(),
  serviceMessage: text,
  status: number,
  type: text,
  param: text,
  code: text,
  retryAfterMs: number,
  requestId: text,
  byteOffset: number,
  // Not in older files.
  eventData: z._default(text, null),
});

const RecordingFields = z.object({
  connection: z.string(),
  startedAt: z.iso.datetime(),
  request: z.unknown(),
  end: z.object({ state: z.enum(endStates), ms: z.number(), error: z.nullable(ErrorRecord) }),
  counts: z.record(z.string(), z.number()),
});

/**
 * Yields to the page. Events stay wire strings: no -Infinity, long id or half of a surrogate pair is lost. No
 * access token, header or address inside. Rejects if texts to be loaded cannot be read.
 */
export async function writeRecording(
  recorded: RecordedRun,
  yieldToPage = createYieldToPage(),
): Promise<string> {
  await recorded.load?.();
  let events = '';
  for (let from = 0; from < recorded.texts.length; from += sliceLength) {
    events += `${from > 0 ? ',' : ''}${recordingEvents(recorded, from, from + sliceLength)}`;
    await yieldToPage();
  }
  return recordingHead(recorded) + events + recordingTail(recorded);
}

const sliceLength = 1_000;

export function recordingHead({ connection, startedAt, request }: RecordedRun): string {
  const head = { inferdeck: 'recording', version, connection, startedAt: startedAt.toISOString(), request };
  return JSON.stringify(head).slice(0, -1) + eventsMark;
}

export function recordingTail({ endState, endedMs, error, counts }: RecordedRun): string {
  // Drops what the schema does not name, such as an error's cause.
  const end = { state: endState, ms: endedMs, error: error && ErrorRecord.parse(error) };
  return `],${JSON.stringify({ end, counts }).slice(1)}`;
}

const eventsMark = ',"events":[';
const endMark = '],"end":';

/** Without brackets; join slices with a comma. */
export function recordingEvents({ texts, times }: RecordedRun, from: number, to: number): string {
  const events = texts.slice(from, to).map((data, index) => [times[from + index] ?? 0, data]);
  return JSON.stringify(events).slice(1, -1);
}

/** As `writeRecording` wrote it, or a file of that text. */
export type RecordingFile = string | Blob;

export type ReadRecording =
  | { readonly ok: true; readonly run: Run; readonly recorded: RecordedRun }
  | { readonly ok: false; readonly message: string };

/** Yields to the page. Rejects only if a Blob cannot be read. The run has the unused id 0. */
export async function readRecording(
  file: RecordingFile,
  yieldToPage = createYieldToPage(),
): Promise<ReadRecording> {
  const value = await parseFile(file, yieldToPage);
  if (value === undefined) return refuse('The file is not JSON.');
  if (
    typeof value !== 'object' ||
    value === null ||
    !('inferdeck' in value) ||
    value.inferdeck !== 'recording'
  )
    return refuse('The file is not a recording of this playground.');
  if (!('version' in value) || value.version !== version)
    return refuse(`The recording has another version than ${version}, which this page reads.`);
  // There may be a hundred thousand.
  const events = 'events' in value ? value.events : undefined;
  if (!Array.isArray(events)) return refuse('The recording is damaged at events.');
  const parsed = RecordingFields.safeParse(value);
  if (!parsed.success)
    return refuse(`The recording is damaged at ${place(parsed.error.issues[0]?.path ?? [])}.`);
  const reading = readCompletionRequest(parsed.data.request);
  if (!reading.ok) return refuse(`The recording has an invalid request: ${reading.message}`);
  const { request } = reading;
  const recording = new Recording(request);
  for (const [index, each] of events.entries()) {
    if (!isEvent(each)) return refuse(`The recording is damaged at events[${index}].`);
    const [time, data] = each;
    if (time < (recording.lastEventMs ?? time))
      return refuse(`The recording is damaged: event ${index + 1} came before event ${index}.`);
    const read = readEvent(data, request.n ?? 1);
    if (read === null)
      return refuse(`The recording is damaged: event ${index + 1} is not part of a completion.`);
    recording.receive(read, time);
    await yieldToPage();
  }
  const { connection, end, counts } = parsed.data;
  const error = end.error && restore(end.error);
  const ending = { endState: end.state, endedMs: end.ms, error };
  const startedAt = new Date(parsed.data.startedAt);
  const { texts, times } = recording.events;
  recording.end(counts);
  const recorded = { connection, startedAt, request, texts, times: times.view(), ...ending, counts };
  const run: Run = {
    id: 0,
    request,
    connectionId: 'recording',
    serviceKey: null,
    baseUrl: null,
    startedAt,
    startedMs: 0,
    recording,
    replay: { recorded, pace: Number.POSITIVE_INFINITY },
    state: { phase: 'ended', ...ending },
  };
  return { ok: true, run, recorded };
}

/** In choice order, without the echoed prompt; null if unreadable. */
export async function readOutputs(file: RecordingFile): Promise<string[] | null> {
  const reading = await readRecording(file).catch(() => null);
  return reading?.ok ? reading.run.recording.outputs : null;
}

/** As on the wire; null if unreadable. Yields to the page. */
export async function readEventTexts(file: RecordingFile): Promise<string[] | null> {
  const value = await parseFile(file, createYieldToPage());
  if (typeof value !== 'object' || value === null || !('events' in value)) return null;
  const { events } = value;
  return Array.isArray(events) && events.every(isEvent) ? events.map(([, data]) => data) : null;
}

/** Milliseconds since the start, and the data as on the wire. Not by a schema: there may be a hundred thousand. */
function isEvent(value: unknown): value is readonly [time: number, data: string] {
  return Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'string';
}

/** undefined if it is not JSON. */
async function parseFile(
  file: RecordingFile,
  yieldToPage: () => Promise<void> | undefined,
): Promise<unknown> {
  const parts = typeof file === 'string' ? [file] : textParts(file);
  return (
    (await parseInSlices(parts, yieldToPage)) ??
    parse(typeof file === 'string' ? file : await readTextFile(file))
  );
}

/** Some milliseconds of parsing. */
const sliceChars = 262_144;

/** undefined for another layout than `writeRecording`'s. The whole text is never in one piece: making it takes long. */
async function parseInSlices(
  parts: AsyncIterable<string> | Iterable<string>,
  yieldToPage: () => Promise<void> | undefined,
): Promise<unknown> {
  const events: unknown[] = [];
  const take = (slice: string): boolean => {
    const parsed = parse(`[${slice}]`);
    if (!Array.isArray(parsed)) return false;
    for (const event of parsed) events.push(event);
    return true;
  };
  let head: string | null = null;
  let pending = '';
  for await (const part of parts) {
    pending += part;
    if (head === null) {
      const mark = pending.indexOf(eventsMark);
      if (mark === -1) continue;
      head = pending.slice(0, mark);
      pending = pending.slice(mark + eventsMark.length);
    }
    let from = 0;
    while (pending.length - from > sliceChars) {
      const to = eventEnd(pending, from + sliceChars);
      if (to === -1) break;
      if (!take(pending.slice(from, to))) return undefined;
      from = to + 1;
      await yieldToPage();
    }
    pending = pending.slice(from);
  }
  const end = pending.lastIndexOf(endMark);
  if (head === null || end === -1 || !take(pending.slice(0, end))) return undefined;
  const rest = parse(`${head},${pending.slice(end + 2)}`);
  return typeof rest === 'object' && rest !== null ? { ...rest, events } : undefined;
}

/**
 * After the first event that ends at or after `from` and has another behind it; -1 without one. A quote after an
 * even number of backslashes ends its string.
 */
function eventEnd(events: string, from: number): number {
  for (let quote = events.indexOf('"],[', from); quote !== -1; quote = events.indexOf('"],[', quote + 1)) {
    let before = quote - 1;
    while (events[before] === '\\') before -= 1;
    if ((quote - before) % 2 === 1) return quote + 2;
  }
  return -1;
}

function restore(record: z.infer<typeof ErrorRecord>): ApiError {
  const { kind, message, serviceMessage, ...parts } = record;
  return new ApiError(kind, message, { ...parts, message: serviceMessage });
}

function parse(file: string): unknown {
  try {
    return JSON.parse(file);
  } catch {
    return undefined;
  }
}

function place(path: readonly PropertyKey[]): string {
  const [first = 'its root', ...rest] = path.map((part) =>
    typeof part === 'number' ? `[${part}]` : String(part),
  );
  return rest.reduce((whole, part) => (part.startsWith('[') ? whole + part : `${whole}.${part}`), first);
}

function refuse(message: string): ReadRecording {
  return { ok: false, message };
}

/** Null while receiving. A stopped replay gives the whole recording. */
export function recordRun(run: Run, connection: string): RecordedRun | null {
  if (run.state.phase !== 'ended') return null;
  if (run.replay !== null) return run.replay.recorded;
  const { events, counts } = run.recording;
  const { endState, error, endedMs } = run.state;
  return {
    connection,
    startedAt: run.startedAt,
    request: run.request,
    texts: events.texts,
    times: events.times.view(),
    endState,
    error,
    endedMs,
    counts,
  };
}

/**
 * Stored beside a file, which may be passed on and names no address. Undefined before an answer: what is behind the
 * server may be unknown.
 */
export function serviceOf({ recording, serviceKey }: Run): string | undefined {
  return recording.events.length === 0 ? undefined : serviceKey?.();
}

export function withService(run: Run, service: string | undefined): Run {
  return service === undefined ? run : { ...run, serviceKey: () => service };
}

/** As if the page closed now. */
export function recordClosed(run: Run, connection: string): RecordedRun {
  const { recording, request, startedAt, state } = run;
  const { events, lastEventMs } = recording;
  const times = events.times.view();
  const error = state.phase === 'queued' ? closedBefore : closedDuring;
  const rest = { endState: endStateOf(error), endedMs: lastEventMs ?? 0, error, counts: {} };
  return { connection, startedAt, request, texts: events.texts, times, ...rest };
}

const closedBefore = new ApiError('network', 'The page was closed before its turn.', { code: 'queued' });
const closedDuring = new ApiError('network', 'The page was closed during the answer. What arrived is kept.', {
  code: 'page_closed',
});

/**
 * @param pace speed factor, finite
 * @returns false, and does nothing, while a run receives
 */
export function playRecording(store: RunStore, recorded: RecordedRun, pace: number): boolean {
  const { texts, times, request, endedMs, error } = recorded;
  return store.play(recorded, pace, async (signal, onReceived, onCounts) => {
    await recorded.load?.();
    const startedMs = performance.now();
    const playedMs = () => (performance.now() - startedMs) * pace;
    const yieldToPage = createYieldToPage();
    for (let next = 0; next < texts.length && !signal.aborted; next += 1) {
      const atMs = at(times, next);
      if (atMs > playedMs()) await pause((atMs - playedMs()) / pace, signal);
      const event = readEvent(at(texts, next), request.n ?? 1);
      if (event !== null) onReceived([event], atMs);
      await yieldToPage();
    }
    if (endedMs > playedMs()) await pause((endedMs - playedMs()) / pace, signal);
    onCounts(() => recorded.counts);
    if (error !== null) throw error;
    return { endState: recorded.endState, endedMs };
  });
}

/** Null if not part of a completion. @param n choices requested */
export function readEvent(data: string, n: number): StreamEvent | null {
  const payload = readPayload(data, n, noViewCounts());
  return payload.kind === 'view' ? { data, chunk: payload.view } : null;
}

/** Resolves early on abort. */
function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, durationMs);
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
