// The events of a run as they stood on the wire, with the time each came.
import { Growable } from '#lib/growable.ts';

/** Append-only. The strings are those that were received, not copies. */
export class RawEvents {
  readonly #texts: string[] = [];
  /** Milliseconds since the run started, by event. */
  readonly times = new Growable();

  /** Count of events received. */
  get length(): number {
    return this.#texts.length;
  }

  /** The data of each event; the array grows in place. */
  get texts(): readonly string[] {
    return this.#texts;
  }

  /** Keeps one event. */
  push(text: string, arrivedMs: number): void {
    this.#texts.push(text);
    this.times.push(arrivedMs);
  }
}
