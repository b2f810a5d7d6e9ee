// API client: one function per operation, bound to one connection.
import type * as z from 'zod/mini';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Checkpoint, FineTuneEvent, FineTune } from '#api/schema/fine-tune.ts';
import type { Hardware } from '#api/schema/hardware.ts';
import type { Job } from '#api/schema/job.ts';
import { Model } from '#api/schema/model.ts';
import {
  fieldOf,
  readAnswer,
  readList,
  type ListShape,
  type RecordAnswer,
  type RecordList,
} from '#api/schema/read-list.ts';
import { readJson } from './body.ts';
import type { CompletionAnswer } from './completions.ts';
import type * as completions from './completions.ts';
import type { Connection } from './connection.ts';
import { ApiError, errorFieldsOf, noErrorFields } from './errors.ts';
import {
  type Fetch,
  type HttpAnswer,
  type HttpCall,
  send,
  createServiceClock,
  errorInAnswer,
} from './http.ts';
import type { FineTuneMetrics } from './metrics.ts';
import type { StreamBatch, StreamEnd, StreamOptions } from './stream.ts';

interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Absent bounds are open. Times in nanoseconds, as text or number. */
interface MetricsRange {
  readonly global_step_from?: number;
  readonly global_step_to?: number;
  readonly logged_at_from?: number | string;
  readonly logged_at_to?: number | string;
  readonly resolution?: number;
}

/** Each operation sends one request; throws ApiError, or AbortError after the caller's abort. */
export interface Client {
  readonly connectionId: string;
  /** Identifies the service in stored data, whatever its credentials. Final once it has answered. */
  readonly serviceKey: () => string;
  readonly baseUrl: string;
  /** How far the service's clock is ahead (negative: behind); null until known. */
  clockOffsetMs(): number | null;
  complete(request: CompletionRequest, options?: ReadOptions): Promise<CompletionAnswer>;
  streamCompletion(
    request: CompletionRequest,
    options?: StreamOptions,
  ): AsyncGenerator<StreamBatch, StreamEnd, undefined>;
  listModels(options?: ReadOptions): Promise<RecordList<Model>>;
  /** With `model`, only compatible hardware, with its availability. */
  listHardware(
    options?: ReadOptions & { readonly model?: string | undefined },
  ): Promise<RecordList<Hardware>>;
  /** With the last answer as `before`, only events that are new in it are read. */
  listFineTunes(
    options?: ReadOptions & { readonly before?: RecordList<FineTune> | undefined },
  ): Promise<RecordList<FineTune>>;
  listCheckpoints(id: string, options?: ReadOptions): Promise<RecordList<Checkpoint>>;
  getJob(jobId: string, options?: ReadOptions): Promise<RecordAnswer<Job>>;
  /** Null if the service lacks the operation. */
  listFineTuneEvents(id: string, options?: ReadOptions): Promise<RecordList<FineTuneEvent> | null>;
  /** Null if the service lacks the operation. */
  getFineTuneMetrics(
    id: string,
    range?: MetricsRange,
    options?: ReadOptions,
  ): Promise<FineTuneMetrics | null>;
}

const completionWithinMs = 600_000;

/** Lazy chunk: the playground never reads these records. */
const loadRecords = () => import('./records.ts');

export function createClient(
  connection: Connection,
  fetch: Fetch = (url, init) => globalThis.fetch(url, init),
): Client {
  const events = createOptionalCapability();
  const metrics = createOptionalCapability();
  const clock = createServiceClock();

  async function ask(call: Omit<HttpCall, 'method' | 'accept'>): Promise<HttpAnswer> {
    const answer = await send(connection, fetch, { ...call, method: 'GET', accept: 'application/json' });
    clock.note(answer.response.headers, Date.now());
    return answer;
  }

  async function read(call: Omit<HttpCall, 'method' | 'accept'>): Promise<unknown> {
    const answer = await ask(call);
    const body = await readJson(answer);
    // LM Studio answers 200 for what it does not have. A job that failed may have an error, too.
    if (fieldOf(body, 'error') && !fieldOf(body, 'status'))
      throw errorInAnswer(answer.response, errorFieldsOf(body) ?? noErrorFields, connection.token);
    return body;
  }

  async function list<S extends z.ZodMiniType>(
    schema: S,
    call: Omit<HttpCall, 'method' | 'accept'>,
    shape: ListShape = { wrappedIn: 'data' },
  ): Promise<RecordList<z.output<S>>> {
    const found = readList(schema, await read(call), shape);
    if (found === null) throw wrongShape('the list');
    return found;
  }

  return {
    connectionId: connection.id,
    serviceKey: connection.serviceKey ?? (() => connection.id),
    baseUrl: connection.baseUrl,
    clockOffsetMs: clock.offsetMs,
    async complete(request, { signal } = {}) {
      const { readCompletion } = await loadCompletions();
      const answer = await send(connection, fetch, {
        method: 'POST',
        path: '/completions',
        body: { ...request, stream: undefined },
        accept: 'application/json',
        signal,
        headersWithinMs: completionWithinMs,
      });
      return readCompletion(answer, request.n ?? 1, connection.token);
    },
    async *streamCompletion(request, options) {
      const { streamCompletion } = await loadCompletions();
      return yield* streamCompletion(connection, fetch, request, options);
    },
    async listModels({ signal } = {}) {
      const found = await list(Model, { path: '/models', signal }, { wrappedIn: 'data', mayBeBare: true });
      // Services with names of their own for the rest list no types.
      if (found.items.every(({ type }) => type)) return found;
      const { withDocumentedNames } = await import('#api/schema/model-names.ts');
      return { ...found, items: found.items.map(withDocumentedNames) };
    },
    async listHardware({ model, signal } = {}) {
      const { Hardware } = await loadRecords();
      return list(Hardware, { path: '/hardware', query: { model }, signal });
    },
    async listFineTunes({ signal, before } = {}) {
      const { readFineTunesInTurns } = await loadRecords();
      const found = await readFineTunesInTurns(await read({ path: '/fine-tunes', signal }), before);
      if (found === null) throw wrongShape('the list');
      return found;
    },
    async listCheckpoints(id, { signal } = {}) {
      const { Checkpoint, pathSegment } = await loadRecords();
      return list(Checkpoint, { path: `/fine-tunes/${pathSegment(id)}/checkpoints`, signal });
    },
    async getJob(jobId, { signal } = {}) {
      const { Job, pathSegment } = await loadRecords();
      const job = readAnswer(Job, await read({ path: `/jobs/${pathSegment(jobId)}`, signal }));
      if ('reason' in job) throw wrongShape('the job');
      return job;
    },
    listFineTuneEvents: (id, { signal } = {}) =>
      events.ask(async () => {
        const { FineTuneEvent, eventsInOrder, pathSegment } = await loadRecords();
        return eventsInOrder(
          await list(FineTuneEvent, { path: `/fine-tunes/${pathSegment(id)}/events`, signal }),
        );
      }),
    getFineTuneMetrics: (id, range = {}, { signal } = {}) =>
      metrics.ask(async () => {
        const { pathSegment, readMetrics } = await loadRecords();
        const path = `/fine-tunes/${pathSegment(id)}/metrics`;
        const found = await readMetrics(await ask({ path, query: { ...range }, signal }));
        if (found === null) throw wrongShape('the list');
        return found;
      }),
  };
}

function wrongShape(what: string): ApiError {
  return new ApiError(
    'decode',
    `The service answered with JSON that is not ${what} as the API describes. Check the base address.`,
    { code: 'malformed_answer' },
  );
}

interface OptionalCapability {
  /** Null, and no request once the operation is known to be missing. */
  ask<T>(request: () => Promise<T>): Promise<T | null>;
}

function createOptionalCapability(): OptionalCapability {
  let state: 'unknown' | 'present' | 'absent' = 'unknown';
  return {
    async ask(request) {
      if (state === 'absent') return null;
      try {
        const result = await request();
        state = 'present';
        return result;
      } catch (error) {
        if (!meansAbsent(error, state === 'present')) throw error;
        state = 'absent';
        return null;
      }
    },
  };
}

/**
 * 405 and 501 mean that the service lacks the operation. So does 404, unless it has worked before or the error
 * names a parameter: then only the record is missing.
 */
export function meansAbsent(error: unknown, hasWorked: boolean): boolean {
  if (!(error instanceof ApiError) || error.kind !== 'http') return false;
  if (error.status === 405 || error.status === 501) return true;
  return error.status === 404 && !hasWorked && error.param === null;
}

/** @throws ApiError (network, not_sent) if the server has a newer build or does not answer */
export async function loadCompletions(): Promise<typeof completions> {
  try {
    return await import('./completions.ts');
  } catch (cause) {
    throw new ApiError(
      'network',
      'Nothing was sent: part of this page could not be loaded. Reload the page; your input is kept.',
      { code: 'not_sent', cause },
    );
  }
}
