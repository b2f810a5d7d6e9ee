// What a run received, append-only and outside React: views read it once a frame.
import type { UsageData } from '#api/schema/usage.ts';
import type { CompletionView } from '#api/view.ts';
import { Lane } from './lane.ts';

/** Everything received for one request. Times are milliseconds since the run started. */
export class Recording {
  /** One lane a choice, by index, in order of arrival. */
  readonly lanes = new Map<number, Lane>();
  /** Events received, whatever they held. */
  eventCount = 0;
  /** Tokens received over all lanes. */
  tokenCount = 0;
  /** When the first token came; null until then. */
  firstTokenMs: number | null = null;
  /** When the newest token came; null before the first. */
  lastTokenMs: number | null = null;
  /** When the newest event came; null before the first. */
  lastEventMs: number | null = null;
  /** The last usage that was not null. */
  usage: UsageData | null = null;
  /** The seed that the service says it used; digits where a number could not hold it. */
  seed: number | string | null = null;

  /** Adds one event, or a whole JSON answer. */
  append(view: CompletionView, arrivedMs: number): void {
    this.eventCount += 1;
    this.lastEventMs = arrivedMs;
    this.usage = view.usage ?? this.usage;
    this.seed = view.seed ?? this.seed;
    for (const piece of view.pieces) {
      const added = this.#lane(piece.index).push(piece, arrivedMs);
      if (added === 0) continue;
      this.tokenCount += added;
      this.firstTokenMs ??= arrivedMs;
      this.lastTokenMs = arrivedMs;
    }
  }

  #lane(index: number): Lane {
    const known = this.lanes.get(index);
    if (known) return known;
    const lane = new Lane(index);
    this.lanes.set(index, lane);
    return lane;
  }
}
