// Stream decoder: events to chunks, and the end state. No network, no timers.
import type { UsageData } from '#api/schema/completion-response.ts';
import { at } from '#lib/at.ts';
import { notAnApiAnswer, unreadable } from './body.ts';
import { type ErrorFields, errorFieldsOf, readErrorBody, ApiError } from './errors.ts';
import { noViewCounts, readPayload, type ViewCounts, type CompletionView } from './read-view.ts';
import { createSseReader, type SseCounts, type SseEvent } from './sse.ts';

/** One event as received, and what it means. */
export interface StreamEvent {
  /** The event's data, unchanged. */
  readonly data: string;
  readonly chunk: CompletionView;
}

export interface StreamCounts extends SseCounts, ViewCounts {
  /** Events with a payload; [DONE] does not count. */
  events: number;
  /** Events without data, and events of another name whose data is not a JSON object. */
  ignoredEvents: number;
  /** Events after [DONE], in the same read. */
  afterDone: number;
  /** Events without their final blank line when the body ended; discarded, as the specification says. */
  unterminated: number;
}

/** The end of a stream that broke no rule. All other ends are thrown; see `endStateOf`. */
export interface StreamEnd {
  /**
   * complete: [DONE] came. complete-unmarked: every completion has ended. truncated: neither, so text may be
   * missing.
   */
  readonly state: 'complete' | 'complete-unmarked' | 'truncated';
  /** `json` if the service answered a streaming request with one JSON answer. */
  readonly answeredAs: 'events' | 'json';
  /** The last usage reported, null if none: never a guess. */
  readonly usage: UsageData | null;
  readonly counts: Readonly<StreamCounts>;
}

interface StreamContext {
  readonly n: number;
  /** True if the content type is that of an event stream. */
  readonly isEventStream: boolean;
  /** Makes the error for one that the service reported inside its answer. */
  readonly reported: (fields: ErrorFields) => ApiError;
}

/** For one stream. Once `isDone` or `failure` is set, nothing more is read. */
interface StreamDecoder {
  readonly isDone: boolean;
  /** The protocol error that ended the stream, after the events before it. */
  readonly failure: ApiError | null;
  readonly counts: Readonly<StreamCounts>;
  read(bytes: Uint8Array): readonly StreamEvent[];
  /** Returns a JSON answer as a single event. */
  readWhole(text: string): readonly StreamEvent[];
  finish(): void;
  /** The result; only for a stream without a failure. */
  end(): StreamEnd;
}

/** Never throws on any bytes. */
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

  /** The chunk of one event, the error that it means, or null if it brings nothing. */
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
        // An error matters more than the rule that discards an unfinished event.
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

export function emptyAnswer(): ApiError {
  return new ApiError('decode', 'The service sent an empty answer.', { code: 'empty_answer' });
}

const noFields: ErrorFields = { message: null, type: null, param: null, code: null };

/** `[DONE]`, with or without surrounding white space. */
function isDoneMark(data: string): boolean {
  return data.length < 64 && data.trim() === '[DONE]';
}

function malformedEvent(byteOffset: number): ApiError {
  return new ApiError(
    'decode',
    `The service sent an event that is not valid JSON, at byte ${byteOffset} of the stream. The text before it is kept.`,
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
