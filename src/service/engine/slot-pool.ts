// Cache slots: fair assignment to choices, and preemption under memory pressure.
import type { Decoder } from '#service/engine/model/decoder.ts';
import { pagesFor } from '#service/engine/model/cache-pages.ts';
import { isPaused, type Choice, type RunningRequest } from './running-request.ts';

/** The slots of one decoder. A preempted choice recomputes everything later, bit for bit. */
export class SlotPool {
  readonly #decoder: Decoder;
  readonly #free: number[];

  constructor(decoder: Decoder) {
    this.#decoder = decoder;
    this.#free = Array.from({ length: decoder.slots }, (_, index) => decoder.slots - 1 - index);
  }

  /** Assigns slots to waiting choices of these requests (all on this decoder), requests with the fewest slots first. */
  assign(requests: readonly RunningRequest[]): void {
    for (;;) {
      const request = neediest(requests);
      const choice = request && nextWaiting(request);
      if (!request || !choice) return;
      const donor = donorOf(request, choice);
      while (!this.#hasRoom(request, choice, donor))
        if (!this.#takeFromPaused(requests) && (request.held > 0 || !this.#takeFromCrowd(requests))) return;
      this.#admit(request, choice, donor);
    }
  }

  /**
   * Reserves pages for a choice's first positions, if need be by preempting others: of requests that wait for their
   * readers, then of the request with the most slots, or else of the newest. False when the choice lost its own slot
   * instead.
   */
  grow(choice: Choice, positions: number, requests: readonly RunningRequest[]): boolean {
    while (choice.slot !== null && !this.#decoder.cache.reserve(choice.slot, positions))
      if (!this.#takeFromPaused(requests) && !this.#takeFromCrowd(requests)) this.#takeFromNewest(requests);
    return choice.slot !== null;
  }

  release(request: RunningRequest, choice: Choice): void {
    if (choice.slot === null) return;
    this.#decoder.cache.release(choice.slot);
    this.#free.push(choice.slot);
    choice.slot = null;
    choice.cached = 0;
    request.held--;
  }

  /** Whether a slot and pages are free, leaving each choice that already has a slot one page to grow. */
  #hasRoom(request: RunningRequest, choice: Choice, donor: Choice | undefined): boolean {
    const shared = donor ? pagesFor(request.promptIds.length) - 1 : 0;
    const spare = request.held > 0 ? this.#decoder.slots - this.#free.length : 0;
    const needed = pagesFor(choice.ids.length) - shared + spare;
    return this.#free.length > 0 && this.#decoder.cache.freePages >= needed;
  }

  #admit(request: RunningRequest, choice: Choice, donor: Choice | undefined): void {
    const slot = this.#free.pop();
    if (slot === undefined) return;
    choice.slot = slot;
    request.held++;
    // The choice itself always feeds the prompt's last token: it needs those logits to start.
    const shared = request.promptIds.length - 1;
    if (donor && donor.slot !== null && this.#decoder.cache.share(donor.slot, slot, shared))
      choice.cached = shared;
  }

  /** Preempts a choice of a request that waits for its reader; false if there is none. */
  #takeFromPaused(requests: readonly RunningRequest[]): boolean {
    const paused = requests.find((request) => request.held > 0 && isPaused(request));
    return paused !== undefined && this.#takeShortest(paused);
  }

  /** Preempts a choice of the request with the most slots; false when none has more than one. */
  #takeFromCrowd(requests: readonly RunningRequest[]): boolean {
    let largest: RunningRequest | null = null;
    for (const request of requests) if (request.held > Math.max(1, largest?.held ?? 0)) largest = request;
    return largest !== null && this.#takeShortest(largest);
  }

  #takeFromNewest(requests: readonly RunningRequest[]): void {
    let newest: RunningRequest | null = null;
    for (const request of requests)
      if (request.held > 0 && request.id > (newest?.id ?? -Infinity)) newest = request;
    if (newest) this.#takeShortest(newest);
  }

  /** Always the choice with the least progress: otherwise choices could preempt each other forever. */
  #takeShortest(request: RunningRequest): boolean {
    let shortest: Choice | null = null;
    for (const choice of request.choices)
      if (choice.slot !== null && (shortest === null || compareProgress(choice, shortest) < 0))
        shortest = choice;
    if (shortest) this.release(request, shortest);
    return shortest !== null;
  }
}

/** Negative when `a` has less progress than `b`; of equals, the later choice counts as less. */
const compareProgress = (a: Choice, b: Choice): number => a.ids.length - b.ids.length || b.index - a.index;

/** The request with the fewest slots that can use one more now; the first one on a tie. */
function neediest(requests: readonly RunningRequest[]): RunningRequest | null {
  let found: RunningRequest | null = null;
  for (const request of requests)
    if (request.held < (found?.held ?? Infinity) && canUseAnother(request)) found = request;
  return found;
}

/** Whether a waiting choice could start: the first alone, the others once they can share the prompt's cache. */
function canUseAnother(request: RunningRequest): boolean {
  if (request.held === request.choices.length || isPaused(request)) return false;
  const waiting = nextWaiting(request);
  return waiting !== undefined && (request.held === 0 || donorOf(request, waiting) !== undefined);
}

function nextWaiting(request: RunningRequest): Choice | undefined {
  let furthest: Choice | undefined;
  for (const choice of request.choices)
    if (choice.slot === null && (furthest === undefined || compareProgress(choice, furthest) > 0))
      furthest = choice;
  return furthest;
}

function donorOf(request: RunningRequest, receiver: Choice): Choice | undefined {
  if (request.held === 0) return undefined;
  const shared = request.promptIds.length - 1;
  return request.choices.find(
    (choice) => choice !== receiver && choice.slot !== null && choice.cached >= shared,
  );
}
