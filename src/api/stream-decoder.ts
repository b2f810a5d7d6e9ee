// Events to chunks, one stream from its first byte to its verdict. Pure: it reads no network and sets no timer.
import { at } from '#lib/at.ts';
import { notAnApiAnswer, unreadable } from './body.ts';
import { type ErrorFields, errorFieldsOf, readErrorBody, ApiError } from './errors.ts';
import { noViewCounts, readPayload, type ViewCounts } from './read-view.ts';
import type { UsageData } from '#api/schema/completion-response.ts';
import { createSseReader, type SseCounts, type SseEvent } from './sse.ts';
import type { CompletionView } from './view.ts';

/** One event of a stream: what stood on the wire, and what it says. */
export interface StreamEvent {
  /** The event's data, unchanged. */
  readonly data: string;
  readonly chunk: CompletionView;
}

/** What happened on the wire besides chunks. */
export interface StreamCounts extends SseCounts, ViewCounts {
  /** Events with a payload; [DONE] is none. */
  events: number;
  /** Events without data, and events of another name whose data is no JSON object. */
  ignoredEvents: number;
  /** Events that came after [DONE], in the same read. */
  afterDone: number;
  /** Events without their final blank line when the body ended; discarded, as the specification says. */
  unterminated: number;
}

/** The end of a stream that broke no rule. Everything else is thrown; `endStateOf` names it. */
export interface StreamEnd {
  /** complete: [DONE] came. complete-unmarked: every completion has ended. truncated: neither, so text may be missing. */
  readonly state: 'complete' | 'complete-unmarked' | 'truncated';
  /** `json` where the service answered a streaming request with one JSON answer. */
  readonly answeredAs: 'events' | 'json';
  /** The last usage that was reported, null where none was: never a guess. */
  readonly usage: UsageData | null;
  readonly counts: Readonly<StreamCounts>;
}

/** What the decoder must know of its request. */
interface StreamContext {
  /** How many completions were asked for. */
  readonly n: number;
  /** Whether the answer calls itself an event stream. */
  readonly isEventStream: boolean;
  /** Makes the error for what the service reported inside its answer. */
  readonly reported: (fields: ErrorFields) => ApiError;
}

/** Decodes one stream. Once `isDone` or `failure` is set, nothing more is read. */
interface StreamDecoder {
  /** [DONE] has come. */
  readonly isDone: boolean;
  /** What ended the stream against the rules, after the events that came before it. */
  readonly failure: ApiError | null;
  /** What was counted so far. */
  readonly counts: Readonly<StreamCounts>;
  /** The events that this read completed. */
  read(bytes: Uint8Array): readonly StreamEvent[];
  /** A JSON answer as the only event. */
  readWhole(text: string): readonly StreamEvent[];
  /** The body has ended. */
  finish(): void;
  /** The verdict, for a stream without a failure. */
  end(): StreamEnd;
}

/** A decoder for one stream. Never throws on any bytes. */
export function createStreamDecoder({ n, isEventStream, reported }: StreamContext): StreamDecoder {
  const sse = createSseReader();
  const views = noViewCounts();
  const own = { events: 0, ignoredEvents: 0, afterDone: 0, unterminated: 0 };
  const ended = new Set<number>();
  let opening: Uint8Array | null = null;
  let usage: UsageData | null = null;
  let answeredAs: StreamEnd['answeredAs'] = 'events';
  let isDone = false;
  let failure: ApiError | null = null;

  /** Reads one event: its chunk, the error that it means, or null where it brings nothing. */
  const readEvent = ({ name, data }: SseEvent, position: number): StreamEvent | ApiError | null => {
    if (name === 'error') return reported(readErrorBody(data));
    const payload = readPayload(data, n, views);
    if (payload.kind === 'error') return reported(errorFieldsOf(payload.raw) ?? noFields);
    if (payload.kind === 'bad-index') return badIndex(n);
    if (payload.kind === 'malformed') {
      const isNothing = data.trim() === '' || (name !== null && name !== 'message');
      if (!isNothing) return malformedEvent(sse.offsetOf(position));
      own.ignoredEvents++;
      return null;
    }
    own.events++;
    const chunk = payload.view;
    if (chunk.usage) usage = chunk.usage;
    for (const piece of chunk.pieces) if (piece.finishReason !== null) ended.add(piece.index);
    return { data, chunk };
  };

  return {
    get isDone() {
      return isDone;
    },
    get failure() {
      return failure;
    },
    get counts() {
      return { ...sse.counts, ...views, ...own };
    },
    read(bytes) {
      opening ??= bytes.slice(0, 1_024);
      const batch = sse.feed(bytes);
      const events: StreamEvent[] = [];
      for (let position = 0; position < batch.length; position++) {
        const event = at(batch, position);
        if (isDoneMark(event.data)) {
          isDone = true;
          own.afterDone = batch.length - position - 1;
          break;
        }
        const read = readEvent(event, position);
        if (read instanceof ApiError) {
          failure = read;
          break;
        }
        if (read) events.push(read);
      }
      if (sse.isTooLarge && !isDone) failure ??= tooLarge();
      return events;
    },
    readWhole(text) {
      answeredAs = 'json';
      const read = readEvent({ name: null, data: text }, 0);
      const isAnswer = read !== null && views.unrecognised === 0;
      if (read instanceof ApiError && read.code !== 'malformed_event') failure = read;
      else if (!isAnswer || read instanceof ApiError) failure = unreadable(text);
      else return [read];
      return [];
    },
    finish() {
      const open = sse.end();
      if (open && isDoneMark(open.data)) {
        isDone = true;
        return;
      }
      if (open) {
        own.unterminated = 1;
        // An error is worth more than the rule that an unfinished event says nothing.
        const payload = open.name === 'error' ? null : readPayload(open.data, n, noViewCounts());
        if (payload === null) failure = reported(readErrorBody(open.data));
        else if (payload.kind === 'error') failure = reported(errorFieldsOf(payload.raw) ?? noFields);
        return;
      }
      if (own.events + own.ignoredEvents + sse.counts.comments > 0) return;
      const isSilent = sse.counts.junkLines === 0;
      if (isSilent) failure = emptyAnswer();
      else if (!isEventStream) failure = notAnApiAnswer(new TextDecoder().decode(opening ?? undefined));
    },
    end() {
      const isEnded = answeredAs === 'json' || ended.size === n;
      const unmarked = isEnded ? 'complete-unmarked' : 'truncated';
      return {
        state: isDone ? 'complete' : unmarked,
        answeredAs,
        usage,
        counts: this.counts,
      };
    },
  };
}

/** The error for an answer without a body. */
export function emptyAnswer(): ApiError {
  return new ApiError('decode', 'The service sent an empty answer.', { code: 'empty_answer' });
}

const noFields: ErrorFields = { message: null, type: null, param: null, code: null };

/** `[DONE]`, with white space around it or not. */
function isDoneMark(data: string): boolean {
  return data.length < 64 && data.trim() === '[DONE]';
}

function malformedEvent(byteOffset: number): ApiError {
  return new ApiError(
    'decode',
    `The service sent an event that is not well-formed JSON, at byte ${byteOffset} of the stream. The text before it is kept.`,
    { code: 'malformed_event', byteOffset },
  );
}

function badIndex(n: number): ApiError {
  return new ApiError(
    'decode',
    `The service sent a choice whose index is not a whole number from 0 to ${n - 1}. The text before it is kept.`,
    { code: 'bad_index' },
  );
}

function tooLarge(): ApiError {
  return new ApiError(
    'decode',
    'The service sent an event or a line of more than 8 MiB, so reading was stopped.',
    {
      code: 'too_large',
    },
  );
}
