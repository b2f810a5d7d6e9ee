// Async event queue: each `next` takes everything pushed so far.

/** Iterable once. `onCancel` runs if the consumer stops early. */
export class EventQueue<T> implements AsyncIterableIterator<readonly T[]> {
  readonly #onStart: () => void;
  readonly #onTake: (count: number) => void;
  readonly #onCancel: () => void;
  #state: 'new' | 'open' | 'ended' = 'new';
  #error: Error | null = null;
  #items: T[] = [];
  #wake: (() => void) | null = null;

  constructor(onStart: () => void, onTake: (count: number) => void, onCancel: () => void) {
    this.#onStart = onStart;
    this.#onTake = onTake;
    this.#onCancel = onCancel;
  }

  push(items: readonly T[]): void {
    if (this.#state !== 'open') return;
    for (const item of items) this.#items.push(item);
    this.#wake?.();
  }

  /** `next` throws at once, before queued events. */
  end(error: Error | null = null): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#error = error;
    if (error) this.#items = [];
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<readonly T[], undefined>> {
    if (this.#state === 'new') {
      this.#state = 'open';
      this.#onStart();
    }
    while (this.#state === 'open' && this.#items.length === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    if (this.#error) {
      const error = this.#error;
      this.#error = null;
      throw error;
    }
    const value = this.#items;
    this.#items = [];
    if (value.length === 0) return { done: true, value: undefined };
    this.#onTake(value.length);
    return { done: false, value };
  }

  /** Also ends a pending `next`. */
  async return(): Promise<IteratorResult<readonly T[], undefined>> {
    const wasOpen = this.#state === 'open';
    this.#items = [];
    this.end();
    if (wasOpen) this.#onCancel();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
