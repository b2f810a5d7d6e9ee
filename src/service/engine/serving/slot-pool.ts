// Who has a place in the cache: every request gets one before any gets many, and a crowd gives back to a newcomer.
import type { Choice, RunningRequest } from './running-request.ts';
import type { ServedModel } from './served-model.ts';

type Decoder = ServedModel['decoder'];

/** The slots of one decoder. */
export class SlotPool {
  readonly #decoder: Decoder;
  /** Slots used before come first, so that memory is not touched without need. */
  readonly #free: number[];

  constructor(decoder: Decoder) {
    this.#decoder = decoder;
    this.#free = Array.from({ length: decoder.slots }, (_, index) => decoder.slots - 1 - index);
  }

  /** Gives waiting choices of these requests (all on this decoder) their slots, those with the fewest first. */
  assign(requests: readonly RunningRequest[]): void {
    for (;;) {
      const request = neediest(requests);
      if (!request) return;
      if (this.#free.length === 0 && (holders(request).length > 0 || !this.#takeFromLargest(requests)))
        return;
      this.#admit(request);
    }
  }

  /** Takes a choice's slot back; what it has cached is forgotten and can be computed again, bit for bit. */
  release(choice: Choice): void {
    if (choice.slot === null) return;
    this.#free.push(choice.slot);
    choice.slot = null;
    choice.cached = 0;
  }

  #admit(request: RunningRequest): void {
    const choice = nextWaiting(request);
    const slot = this.#free.pop();
    if (!choice || slot === undefined) return;
    choice.slot = slot;
    // The last token of the prompt is always fed by the choice itself: its logits begin the choice.
    const shared = request.promptIds.length - 1;
    const donor = donorOf(request, choice);
    if (!donor || donor.slot === null) return;
    this.#decoder.copySlot(donor.slot, slot, shared);
    choice.cached = shared;
  }

  #takeFromLargest(requests: readonly RunningRequest[]): boolean {
    let most = 1;
    let largest: RunningRequest | null = null;
    for (const request of requests) {
      const count = holders(request).length;
      if (count > most) [most, largest] = [count, request];
    }
    if (!largest) return false;
    const [first, ...others] = holders(largest);
    if (!first) return false;
    // The shortest is the cheapest to compute again.
    this.release(others.reduce((best, choice) => (choice.cached < best.cached ? choice : best), first));
    return true;
  }
}

const holders = (request: RunningRequest): Choice[] => request.choices.filter(({ slot }) => slot !== null);

/** The request with the fewest slots of those that could use one more now; the earlier one when equal. */
function neediest(requests: readonly RunningRequest[]): RunningRequest | null {
  let fewest = Infinity;
  let found: RunningRequest | null = null;
  for (const request of requests) {
    const count = holders(request).length;
    if (count < fewest && canGrow(request, count)) [fewest, found] = [count, request];
  }
  return found;
}

/** Whether a waiting choice could start: the first alone, the others once the prompt is in the cache to copy. */
function canGrow(request: RunningRequest, held: number): boolean {
  const waiting = nextWaiting(request);
  return waiting !== undefined && (held === 0 || donorOf(request, waiting) !== undefined);
}

const nextWaiting = (request: RunningRequest): Choice | undefined =>
  request.choices.find(({ slot }) => slot === null);

function donorOf(request: RunningRequest, receiver: Choice): Choice | undefined {
  const shared = request.promptIds.length - 1;
  return request.choices.find(
    (choice) => choice !== receiver && choice.slot !== null && choice.cached >= shared,
  );
}
