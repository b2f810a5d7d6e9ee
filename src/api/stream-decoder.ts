// Stream decoder: events to chunks, and the end state.
import type { UsageData } from '#api/schema/completion-response.ts';
import { at } from '#lib/at.ts';
import { emptyAnswer, notAnApiAnswer, unreadable } from './body.ts';
import { type ErrorFields, errorFieldsOf, noErrorFields, readErrorBody, ApiError } from './errors.ts';
import { noViewCounts, readPayload, type ViewCounts, type CompletionView } from './read-view.ts';
import { createSseReader, type SseCounts, type SseEvent } from './sse.ts';

export interface StreamEvent {
  readonly data: string;
  readonly chunk: CompletionView;
}

export interface StreamCounts extends SseCounts, ViewCounts {
  /** With a payload, without [DONE]. */
  events: number;
  /** Without data, or of another name whose data is not a JSON object. */
  ignoredEvents: number;
  /** In the same read as [DONE]. */
  afterDone: number;
  /** Events without their blank line when the body ended, discarded by the specification. */
  unterminated: number;
}

/** A normal end; all others are thrown, see `endStateOf`. */
export interface StreamEnd {
  /**
   * complete: [DONE] or one JSON answer came. complete-unmarked: every choice has ended. truncated: neither,
   * text may be missing.
   */
  readonly state: 'complete' | 'complete-unmarked' | 'truncated';
  /** `json` if a streaming request got one JSON answer. */
  readonly answeredAs: 'events' | 'json';
  readonly usage: UsageData | null;
  readonly counts: Readonly<StreamCounts>;
}

interface StreamContext {
  readonly n: number;
  readonly isEventStream: boolean;
  /** Makes the error for one that the service reported in its answer. */
  readonly errorFrom: (fields: ErrorFields, eventData: string) => ApiError;
  /** What of an event's data an error of our own may keep. */
  readonly shown: (data: string) => string;
}

/** For one stream. Once `isDone` or `failure` is set, it reads no more. */
interface StreamDecoder {
  readonly isDone: boolean;
  /** The protocol error that ended the stream, after all events before it. */
  readonly failure: ApiError | null;
  readonly counts: Readonly<StreamCounts>;
  read(bytes: Uint8Array): readonly StreamEvent[];
  readWhole(text: string): readonly StreamEvent[];
  finish(): void;
  /** Only without a failure. */
  end(): StreamEnd;
}

/** Never throws. */
export function createStreamDecoder({ n, isEventStream, errorFrom, shown }: StreamContext): StreamDecoder {
  const sse = createSseReader();
  const views = noViewCounts();
  const own = { events: 0, ignoredEvents: 0, afterDone: 0, unterminated: 0 };
  const ended = new Set<number>();
  let opening: Uint8Array | null = null;
  let usage: UsageData | null = null;
  let answeredAs: StreamEnd['answeredAs'] = 'events';
  let isDone = false;
  let failure: ApiError | null = null;

  const readEvent = ({ name, data }: SseEvent, position: number): StreamEvent | ApiError | null => {
    if (name === 'error') return errorFrom(readErrorBody(data), data);
    const payload = readPayload(data, n, views);
    if (payload.kind === 'error') return errorFrom(errorFieldsOf(payload.raw) ?? noErrorFields, data);
    if (payload.kind === 'bad-index') return badIndex(n, shown(data));
    if (payload.kind === 'malformed') {
      const isNothing = data.trim() === '' || (name !== null && name !== 'message');
      if (!isNothing) return malformedEvent(sse.offsetOf(position), shown(data));
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
        // An unfinished event is discarded, but an error in it is worth reporting.
        const payload = open.name === 'error' ? null : readPayload(open.data, n, noViewCounts());
        if (payload === null) failure = errorFrom(readErrorBody(open.data), open.data);
        else if (payload.kind === 'error')
          failure = errorFrom(errorFieldsOf(payload.raw) ?? noErrorFields, open.data);
        return;
      }
      // The llama.cpp server streams events of another format outside /v1.
      const isForeign = own.events > 0 && own.events === views.unrecognised;
      if (!isForeign && own.events + own.ignoredEvents + sse.counts.comments > 0) return;
      const isSilent = !isForeign && sse.counts.junkLines === 0;
      if (isSilent) failure = emptyAnswer();
      else if (isForeign || !isEventStream)
        failure = notAnApiAnswer(new TextDecoder().decode(opening ?? undefined));
    },
    end() {
      const unmarked = ended.size === n ? 'complete-unmarked' : 'truncated';
      return {
        state: isDone || answeredAs === 'json' ? 'complete' : unmarked,
        answeredAs,
        usage,
        counts: this.counts,
      };
    },
  };
}

function isDoneMark(data: string): boolean {
  return data.length < 64 && data.trim() === '[DONE]';
}

function malformedEvent(byteOffset: number, eventData: string): ApiError {
  return new ApiError(
    'decode',
    `The service sent an event that is not valid JSON, at byte ${byteOffset} of the stream. The text before it is kept.`,
    { code: 'malformed_event', byteOffset, eventData },
  );
}

function badIndex(n: number, eventData: string): ApiError {
  return new ApiError(
    'decode',
    `The service sent a choice whose index is not a whole number from 0 to ${n - 1}. The text before it is kept.`,
    { code: 'bad_index', eventData },
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
