// A recording as a file: JSON, versioned, read with care because it may come from anywhere.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { ApiError } from '#api/errors.ts';
import { readCompletionRequest } from '#api/schema/completion-request.ts';
import { createBreather } from '#lib/breather.ts';
import type { EndState } from '#pages/playground/end-states.ts';
import type { RecordedRun } from '#pages/playground/recorded-run.ts';
import { readEvent } from './play-recording.ts';

/** Raised when the shape changes. */
const version = 1;

const endStates = [
  'complete',
  'complete-unmarked',
  'truncated',
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
});

const RecordingFile = z.object({
  connection: z.string(),
  startedAt: z.iso.datetime(),
  request: z.unknown(),
  events: z.array(z.tuple([z.number(), z.string()])),
  end: z.object({ state: z.enum(endStates), ms: z.number(), error: z.nullable(ErrorRecord) }),
  counts: z.record(z.string(), z.number()),
});

/**
 * The text of the file. Events stand in it as they stood on the wire, so that a logprob of -Infinity, a long id or half
 * of a surrogate pair is lost in no number. It holds no token, no header and no address.
 */
export function writeRecording(recorded: RecordedRun): string {
  const { head, tail } = recordingFrame(recorded);
  return head + recordingEvents(recorded, 0, recorded.texts.length) + tail;
}

/** The same text, made in slices between which the page has its turns: a long answer has tens of megabytes. */
export async function writeRecordingInTurns(recorded: RecordedRun): Promise<string> {
  const { head, tail } = recordingFrame(recorded);
  const breathe = createBreather();
  let events = '';
  for (let from = 0; from < recorded.texts.length; from += sliceLength) {
    events += `${from > 0 ? ',' : ''}${recordingEvents(recorded, from, from + sliceLength)}`;
    await breathe();
  }
  return head + events + tail;
}

/** Events of a slice. */
const sliceLength = 1_000;

/** What stands in the file before the events, and behind them. */
export function recordingFrame(recorded: RecordedRun): { readonly head: string; readonly tail: string } {
  const { connection, startedAt, request, endState, endedMs, error, counts } = recorded;
  const before = { inferdeck: 'recording', version, connection, startedAt: startedAt.toISOString(), request };
  // The schema leaves out what is not in it, such as the cause of an error.
  const end = { state: endState, ms: endedMs, error: error && ErrorRecord.parse(error) };
  return {
    head: `${JSON.stringify(before).slice(0, -1)},"events":[`,
    tail: `],${JSON.stringify({ end, counts }).slice(1)}`,
  };
}

/** The events of a slice as they stand in the file; slices are joined by a comma. */
export function recordingEvents({ texts, times }: RecordedRun, from: number, to: number): string {
  const events = texts.slice(from, to).map((data, index) => [times[from + index] ?? 0, data]);
  return JSON.stringify(events).slice(1, -1);
}

/** A recording, or a sentence about what is wrong with the file. */
export type ReadRecording =
  | { readonly ok: true; readonly recorded: RecordedRun }
  | { readonly ok: false; readonly message: string };

/** Reads the text of a file. Never throws; nothing of the text leaves the page. */
export function readRecording(file: string): ReadRecording {
  const value = parse(file);
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
  const parsed = RecordingFile.safeParse(value);
  if (!parsed.success)
    return refuse(`The recording is damaged at ${place(parsed.error.issues[0]?.path ?? [])}.`);
  const { connection, startedAt, events, end, counts } = parsed.data;
  const reading = readCompletionRequest(parsed.data.request);
  if (!reading.ok) return refuse(`The recording has a request that does not hold: ${reading.message}`);
  const { request } = reading;
  const times = Float64Array.from(events, ([atMs]) => atMs);
  const texts = events.map(([, data]) => data);
  const early = times.findIndex((time, index) => index > 0 && time < (times[index - 1] ?? time));
  if (early !== -1) return refuse(`The recording is damaged: event ${early + 1} came before event ${early}.`);
  const odd = texts.findIndex((data) => readEvent(data, request.n ?? 1) === null);
  if (odd !== -1) return refuse(`The recording is damaged: event ${odd + 1} is no part of a completion.`);
  const error = end.error && restore(end.error);
  const rest = { endState: end.state, endedMs: end.ms, error, counts };
  return {
    ok: true,
    recorded: { connection, startedAt: new Date(startedAt), request, texts, times, ...rest },
  };
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
