// Cache slots: fair assignment to choices, preemption under memory pressure.
import { type Decoder, pagesFor } from '#service/engine/model/decoder.ts';
import { isPaused, type Choice, type RunningRequest } from './running-request.ts';

/** A preempted choice recomputes everything later, bit for bit. */
export class SlotPool {
  readonly #decoder: Decoder;
  readonly #free: number[];

  constructor(decoder: Decoder) {
    this.#decoder = decoder;
    this.#free = Array.from({ length: decoder.slots }, (_, index) => decoder.slots - 1 - index);
  }

  /** Requests with the fewest slots first. */
  assign(requests: readonly RunningRequest[]): void {
    for (;;) {
      const request = requestWithFewestSlots(requests);
      const choice = request && nextWaiting(request);
      if (!request || !choice) return;
      const donor = donorOf(request, choice);
      while (!this.#hasRoom(request, choice, donor))
        if (!this.#preemptPaused(requests) && (request.slotCount > 0 || !this.#preemptLargest(requests)))
          return;
      this.#admit(request, choice, donor);
    }
  }

  /** Preempts paused requests, then the one with the most slots, then the newest; the choice may lose its own slot. */
  grow(choice: Choice, positions: number, requests: readonly RunningRequest[]): void {
    while (choice.slot !== null && !this.#decoder.cache.reserve(choice.slot, positions))
      if (!this.#preemptPaused(requests) && !this.#preemptLargest(requests)) this.#preemptNewest(requests);
  }

  release(request: RunningRequest, choice: Choice): void {
    if (choice.slot === null) return;
    this.#decoder.cache.release(choice.slot);
    this.#free.push(choice.slot);
    choice.slot = null;
    choice.cached = 0;
    request.slotCount--;
  }

  /** The last slot of a request passes, with the prompt in it, to a choice that waits; other requests go first. */
  finish(request: RunningRequest, choice: Choice, requests: readonly RunningRequest[]): void {
    const isFree = request.slotCount > 1 || requests.some(({ slotCount }) => slotCount === 0);
    const next = isFree ? undefined : nextWaiting(request);
    if (next === undefined) return this.release(request, choice);
    next.slot = choice.slot;
    next.cached = request.promptIds.length - 1;
    choice.slot = null;
  }

  /** Leaves each choice with a slot one page to grow. */
  #hasRoom(request: RunningRequest, choice: Choice, donor: Choice | undefined): boolean {
    const shared = donor ? pagesFor(request.promptIds.length) - 1 : 0;
    const spare = request.slotCount > 0 ? this.#decoder.slots - this.#free.length : 0;
    const needed = pagesFor(choice.ids.length) - shared + spare;
    return this.#free.length > 0 && this.#decoder.cache.freePages >= needed;
  }

  #admit(request: RunningRequest, choice: Choice, donor: Choice | undefined): void {
    const slot = this.#free.pop();
    if (slot === undefined) return;
    choice.slot = slot;
    request.slotCount++;
    // The choice itself feeds the prompt's last token: it needs those logits to start.
    const shared = request.promptIds.length - 1;
    if (donor && donor.slot !== null && this.#decoder.cache.share(donor.slot, slot, shared))
      choice.cached = shared;
  }

  #preemptPaused(requests: readonly RunningRequest[]): boolean {
    const paused = requests.find((request) => request.slotCount > 0 && isPaused(request));
    return paused !== undefined && this.#preemptShortest(paused);
  }

  #preemptLargest(requests: readonly RunningRequest[]): boolean {
    let largest: RunningRequest | null = null;
    for (const request of requests)
      if (request.slotCount > Math.max(1, largest?.slotCount ?? 0)) largest = request;
    return largest !== null && this.#preemptShortest(largest);
  }

  #preemptNewest(requests: readonly RunningRequest[]): void {
    let newest: RunningRequest | null = null;
    for (const request of requests)
      if (request.slotCount > 0 && request.id > (newest?.id ?? -Infinity)) newest = request;
    if (newest) this.#preemptShortest(newest);
  }

  /** The least progress: otherwise choices could preempt each other forever. */
  #preemptShortest(request: RunningRequest): boolean {
    let shortest: Choice | null = null;
    for (const choice of request.choices)
      if (choice.slot !== null && (shortest === null || compareProgress(choice, shortest) < 0))
        shortest = choice;
    if (shortest) this.release(request, shortest);
    return shortest !== null;
  }
}

const compareProgress = (a: Choice, b: Choice): number => a.ids.length - b.ids.length || b.index - a.index;

function requestWithFewestSlots(requests: readonly RunningRequest[]): RunningRequest | null {
  let found: RunningRequest | null = null;
  for (const request of requests)
    if (request.slotCount < (found?.slotCount ?? Infinity) && canUseAnother(request)) found = request;
  return found;
}

/** The first choice starts alone, the others share its prompt cache. */
function canUseAnother(request: RunningRequest): boolean {
  if (request.slotCount === request.choices.length || isPaused(request)) return false;
  const waiting = nextWaiting(request);
  return waiting !== undefined && (request.slotCount === 0 || donorOf(request, waiting) !== undefined);
}

function nextWaiting(request: RunningRequest): Choice | undefined {
  let furthest: Choice | undefined;
  for (const choice of request.choices)
    if (choice.slot === null && (furthest === undefined || compareProgress(choice, furthest) > 0))
      furthest = choice;
  return furthest;
}

function donorOf(request: RunningRequest, receiver: Choice): Choice | undefined {
  if (request.slotCount === 0) return undefined;
  const shared = request.promptIds.length - 1;
  return request.choices.find(
    (choice) => choice !== receiver && choice.slot !== null && choice.cached >= shared,
  );
}
