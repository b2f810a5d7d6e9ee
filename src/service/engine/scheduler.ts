// Continuous batching: all requests share decoding steps, in fair turns.
import { at } from '#lib/at.ts';
import {
  consecutiveRows,
  type Decoder,
  type DecoderRow,
  type LogitRows,
} from '#service/engine/model/decoder.ts';
import { textsOf } from './choice-output.ts';
import { type EngineStats, fieldsOf, type EventBatch } from './contract.ts';
import { isPaused, type Choice, type RunningRequest } from './running-request.ts';
import { decodeRows, prefillRows, type ServedModel } from './loaded-models.ts';
import { SlotPool } from './slot-pool.ts';

/** Later choices do not catch up. */
const maxDelayMs = 100;

interface Turn {
  readonly request: RunningRequest;
  readonly choice: Choice;
  readonly count: number;
}

/** Logits are wanted from row `logitsFrom` on. */
interface Feed extends Turn {
  readonly rows: readonly DecoderRow[];
  readonly logitsFrom: number;
}

/** Requests of different models alternate. */
export class Scheduler {
  /** In the order of their turns. */
  #requests: RunningRequest[] = [];
  #pools = new WeakMap<Decoder, SlotPool>();
  #decodedTokens = 0;

  add(request: RunningRequest): void {
    this.#requests.push(request);
  }

  /** Ignores unknown ids. */
  abort(id: number): void {
    const request = this.#requests.find((other) => other.id === id);
    if (request) this.#remove(request);
  }

  take(id: number, count: number): void {
    const request = this.#requests.find((other) => other.id === id);
    if (request) request.unread -= count;
  }

  isInUse(model: ServedModel): boolean {
    return this.#requests.some((request) => request.model === model);
  }

  stats(): EngineStats {
    const choices = this.#requests.flatMap((request) => request.choices);
    const active = choices.filter(({ slot }) => slot !== null).length;
    return { active, waiting: choices.length - active, decodedTokens: this.#decodedTokens };
  }

  /** Until `step` has work; null if there is none. */
  delayMs(nowMs: number): number | null {
    if (this.#requests.length === 0) return null;
    this.#assignSlots();
    let earliest = Infinity;
    for (const request of this.#requests) {
      if (isPaused(request)) continue;
      for (const { slot, dueMs } of request.choices) if (slot !== null) earliest = Math.min(earliest, dueMs);
    }
    return earliest === Infinity ? null : Math.max(0, earliest - nowMs);
  }

  /** Ends all requests; for a fault that belongs to none of them. */
  fail(error: unknown): EventBatch[] {
    const ended = this.#requests.map(({ id }) => ({ id, events: [], isOver: true, error: fieldsOf(error) }));
    this.#requests = [];
    this.#pools = new WeakMap();
    return ended;
  }

  /** One pass of one model. Errors in it end only their requests. */
  step(nowMs: number): EventBatch[] {
    this.#assignSlots();
    const turns = this.#chooseTurns(nowMs);
    try {
      this.#run(turns, nowMs);
    } catch (error) {
      for (const { request } of turns) request.error = error;
    }
    this.#rotateQueues(turns);
    return this.#collectEvents();
  }

  #run(turns: readonly Turn[], nowMs: number): void {
    const feeds = this.#reservePages(turns).map(feedOf);
    const [first] = feeds;
    if (!first) return;
    const silent = feeds.flatMap(({ rows, logitsFrom }) => rows.slice(0, logitsFrom));
    const wanted = feeds.flatMap(({ rows, logitsFrom }) => rows.slice(logitsFrom));
    const { decoder, weights } = first.request.model;
    const logits = decoder.run(weights, [...silent, ...wanted], silent.length);
    let index = 0;
    for (const feed of feeds) {
      try {
        if (feed.request.error === undefined) this.#settle(feed, logits, index, nowMs);
      } catch (error) {
        feed.request.error = error;
      }
      index += feed.rows.length - feed.logitsFrom;
    }
  }

  /** Returns the turns that still have a slot afterwards. */
  #reservePages(turns: readonly Turn[]): Turn[] {
    for (const { request, choice, count } of turns) {
      const { decoder } = request.model;
      this.#poolOf(decoder).grow(choice, choice.cached + count, this.#requestsOn(decoder));
    }
    return turns.filter(({ choice }) => choice.slot !== null);
  }

  /** Of one model: one choice of every request, then a second of every request, and so on. */
  #chooseTurns(nowMs: number): Turn[] {
    const isDue = ({ slot, dueMs }: Choice): boolean => slot !== null && dueMs <= nowMs;
    const due = this.#requests
      .filter((request) => !isPaused(request))
      .map((request) => ({ request, choices: request.choices.filter(isDue) }))
      .filter(({ choices }) => choices.length > 0);
    const model = due[0]?.request.model;
    const candidates = due.filter(({ request }) => request.model === model);
    const rounds = candidates.reduce((max, { choices }) => Math.max(max, choices.length), 0);
    const turns: Turn[] = [];
    let [decodeLeft, prefillLeft] = [decodeRows, prefillRows];
    for (let round = 0; round < rounds && decodeLeft > 0; round++)
      for (const { request, choices } of candidates) {
        const choice = choices[round];
        if (!choice) continue;
        const missing = uncachedCount(choice);
        const count = missing === 1 ? Math.min(1, decodeLeft) : Math.min(missing, prefillLeft);
        if (count === 0) continue;
        if (missing === 1) decodeLeft--;
        else prefillLeft -= count;
        turns.push({ request, choice, count });
      }
    return turns;
  }

  #settle(
    { request, choice, rows, logitsFrom }: Feed,
    logits: LogitRows,
    index: number,
    nowMs: number,
  ): void {
    choice.cached += rows.length;
    for (const [offset, { position }] of rows.slice(logitsFrom).entries())
      scorePrompt(request, position, logits, index + offset);
    sendPrompt(request);
    if (uncachedCount(choice) > 0) return;
    this.#generate(request, choice, logits, index + rows.length - logitsFrom - 1, nowMs);
  }

  #generate(request: RunningRequest, choice: Choice, logits: LogitRows, index: number, nowMs: number): void {
    const row = logits.row(index);
    const id = choice.sampler.next(row);
    const logprob = at(row, id) - logits.logTotal(index);
    const isFirst = choice.ids.length === request.promptIds.length;
    choice.dueMs = (isFirst ? nowMs : Math.max(choice.dueMs, nowMs - maxDelayMs)) + request.intervalMs;
    choice.ids.push(id);
    request.completionTokens++;
    this.#decodedTokens++;
    const isLast = choice.ids.length - request.promptIds.length === request.maxTokens;
    const tokens = choice.output.push(id, logprob, isLast);
    for (const token of tokens) request.events.push({ kind: 'token', index: choice.index, ...token });
    if (tokens.some(({ finishReason }) => finishReason !== null)) this.#finish(request, choice);
  }

  #finish(request: RunningRequest, choice: Choice): void {
    const { decoder } = request.model;
    this.#poolOf(decoder).finish(request, choice, this.#requestsOn(decoder));
    request.choices = request.choices.filter((other) => other !== choice);
  }

  #rotateQueues(turns: readonly Turn[]): void {
    const choices = new Set(turns.map(({ choice }) => choice));
    const requests = new Set(turns.map(({ request }) => request));
    for (const request of requests) request.choices = moveToEnd(request.choices, choices);
    this.#requests = moveToEnd(this.#requests, requests);
  }

  #collectEvents(): EventBatch[] {
    const results: EventBatch[] = [];
    for (const request of this.#requests) {
      if (request.error !== undefined) {
        this.#remove(request);
        results.push({ id: request.id, events: [], isOver: true, error: fieldsOf(request.error) });
        continue;
      }
      const isOver = request.choices.length === 0;
      if (isOver) {
        this.#remove(request);
        const { promptIds, completionTokens } = request;
        request.events.push({ kind: 'end', promptTokens: promptIds.length - 1, completionTokens });
      }
      request.unread += request.events.length;
      if (request.events.length > 0)
        results.push({ id: request.id, events: request.events.splice(0), isOver });
    }
    return results;
  }

  #remove(request: RunningRequest): void {
    for (const choice of request.choices) this.#poolOf(request.model.decoder).release(request, choice);
    this.#requests = this.#requests.filter((other) => other !== request);
  }

  #assignSlots(): void {
    for (const decoder of new Set(this.#requests.map(({ model }) => model.decoder)))
      this.#poolOf(decoder).assign(this.#requestsOn(decoder));
  }

  #requestsOn(decoder: Decoder): RunningRequest[] {
    return this.#requests.filter(({ model }) => model.decoder === decoder);
  }

  #poolOf(decoder: Decoder): SlotPool {
    const pool = this.#pools.get(decoder) ?? new SlotPool(decoder);
    this.#pools.set(decoder, pool);
    return pool;
  }
}

/** To feed before it can generate. */
const uncachedCount = ({ ids, cached }: Choice): number => ids.length - cached;

function feedOf({ request, choice, count }: Turn): Feed {
  const { ids, cached, slot } = choice;
  const rows = consecutiveRows(ids.slice(cached, cached + count), slot ?? 0, cached);
  const unscored = request.pendingPrompt ? Math.max(0, request.pendingPrompt.length - cached) : count;
  const last = cached + count === ids.length ? count - 1 : count;
  return { request, choice, count, rows, logitsFrom: Math.min(unscored, last) };
}

function scorePrompt(
  { pendingPrompt, promptIds }: RunningRequest,
  position: number,
  logits: LogitRows,
  index: number,
): void {
  const next = promptIds[position + 1];
  if (pendingPrompt?.length === position && next !== undefined)
    pendingPrompt.push(at(logits.row(index), next) - logits.logTotal(index));
}

/** Before any choice generates. */
function sendPrompt(request: RunningRequest): void {
  const { pendingPrompt, promptIds, model, events } = request;
  if (pendingPrompt?.length !== promptIds.length - 1) return;
  const ids = promptIds.slice(1);
  events.push({ kind: 'prompt', ids, texts: textsOf(model.tokenizer, ids), logprobs: pendingPrompt });
  request.pendingPrompt = null;
}

function moveToEnd<T>(queue: readonly T[], served: ReadonlySet<T>): T[] {
  return [...queue.filter((entry) => !served.has(entry)), ...queue.filter((entry) => served.has(entry))];
}
