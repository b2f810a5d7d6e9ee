// What a run received, append-only and outside React: views read it once a frame.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { UsageData } from '#api/schema/completion-response.ts';
import type { StreamEvent } from '#api/stream.ts';
import type { CompletionView } from '#api/view.ts';
import { Growable } from '#lib/growable.ts';
import { Choice } from './choice.ts';

/** Append-only. The strings are those that were received, not copies. */
class RawEvents {
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

/** Everything received for one request. Times are milliseconds since the run started. */
export class Recording {
  /** One lane a choice, by index, in order of arrival. */
  readonly lanes = new Map<number, Choice>();
  /** Events as they came. */
  readonly events = new RawEvents();
  /** What the wire held besides, by name; empty until the run ended, in whatever way. */
  counts: Readonly<Record<string, number>> = {};
  /** When the newest event came; null before the first. */
  lastEventMs: number | null = null;
  /** The last usage that was not null. */
  usage: UsageData | null = null;
  /** The seed that the service says it used; digits where a number could not hold it. */
  seed: number | string | null = null;

  readonly #echo: string;

  constructor(request: Pick<CompletionRequest, 'prompt' | 'echo'>) {
    this.#echo = request.echo === true ? request.prompt : '';
  }

  /** Tokens that the model wrote, over all choices: an echoed prompt does not count, however it came. */
  get tokenCount(): number {
    let count = 0;
    for (const lane of this.lanes.values()) count += lane.answerTokenCount;
    return count;
  }

  /** When the first of them came; null until then. */
  get firstTokenMs(): number | null {
    const arrivals = this.#answers().map(({ arrivals: times, promptTokenCount }) =>
      times.at(promptTokenCount),
    );
    return arrivals.length === 0 ? null : Math.min(...arrivals);
  }

  /** When the newest of them came; null before the first. */
  get lastTokenMs(): number | null {
    const arrivals = this.#answers().map(({ arrivals: times, tokenCount }) => times.at(tokenCount - 1));
    return arrivals.length === 0 ? null : Math.max(...arrivals);
  }

  /** Adds one event, or a whole JSON answer, and keeps it as it came. */
  receive({ data, chunk }: StreamEvent, arrivedMs: number): void {
    this.events.push(data, arrivedMs);
    this.append(chunk, arrivedMs);
  }

  /** Adds what one event says. */
  append(view: CompletionView, arrivedMs: number): void {
    this.lastEventMs = arrivedMs;
    this.usage = view.usage ?? this.usage;
    this.seed = view.seed ?? this.seed;
    for (const piece of view.pieces) {
      const lane = this.#lane(piece.index);
      // Most answers begin with the prompt's tokens by themselves; some hold them apart, once for all choices.
      for (const part of view.prompt ?? [])
        lane.pushPrompt({ ...part, index: lane.index, finishReason: null }, arrivedMs);
      lane.push(piece, arrivedMs);
    }
  }

  /** The choices of which more than the prompt came. */
  #answers(): readonly Choice[] {
    return [...this.lanes.values()].filter((lane) => lane.answerTokenCount > 0);
  }

  #lane(index: number): Choice {
    const known = this.lanes.get(index);
    if (known) return known;
    const lane = new Choice(index, this.#echo);
    this.lanes.set(index, lane);
    return lane;
  }
}
