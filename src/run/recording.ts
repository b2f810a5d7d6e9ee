// Append-only recording of a run.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { UsageData } from '#api/schema/completion-response.ts';
import type { StreamEvent } from '#api/stream.ts';
import type { CompletionView } from '#api/read-view.ts';
import { Growable } from '#lib/growable.ts';
import { Choice } from './choice.ts';

/** Keeps the received strings, not copies. */
class RawEvents {
  readonly #texts: string[] = [];
  /** Milliseconds since the run started. */
  readonly times = new Growable();
  /** Reads `texts`; null once they are there. Rejects if it cannot. */
  load: (() => Promise<void>) | null = null;

  get length(): number {
    return this.times.length;
  }

  /** The array grows in place. Empty before `load`. */
  get texts(): readonly string[] {
    return this.#texts;
  }

  push(text: string, arrivedMs: number): void {
    this.#texts.push(text);
    this.times.push(arrivedMs);
  }

  /** With what `load` has read. */
  fill(texts: readonly string[]): void {
    for (const text of texts) this.#texts.push(text);
    this.load = null;
  }
}

/** Views read it once a frame. Milliseconds since the run started. */
export class Recording {
  readonly choices = new Map<number, Choice>();
  readonly events = new RawEvents();
  /** Empty until the run has ended. */
  counts: Readonly<Record<string, number>> = {};
  lastEventMs: number | null = null;
  /** The last that was not null, at the end of all choices. */
  usage: UsageData | null = null;
  /** Digits if a number cannot hold it. */
  seed: number | string | null = null;

  readonly #echo: string;
  /** Completion tokens of the last usage that came with one choice, by its index. */
  readonly #counted: number[] = [];

  constructor(request: Pick<CompletionRequest, 'prompt' | 'echo'>) {
    this.#echo = request.echo === true ? request.prompt : '';
  }

  /** Without an echoed prompt. A piece may hold several tokens, which only the service can count: see `isUncounted`. */
  get tokenCount(): number {
    let count = 0;
    for (const choice of this.choices.values()) count += choice.answerTokenCount;
    return Math.max(count, this.usage?.completion_tokens ?? 0);
  }

  /** `tokenCount` is the least: without a usage, pieces are counted instead of tokens. */
  get isUncounted(): boolean {
    return this.usage === null && [...this.choices.values()].some(({ isInPieces }) => isInPieces);
  }

  /** Without the echoed prompt. */
  get outputs(): string[] {
    return this.sortedChoices.map(({ answer }) => answer);
  }

  /** By index; they arrive in any order. */
  get sortedChoices(): Choice[] {
    return [...this.choices.values()].toSorted((one, other) => one.index - other.index);
  }

  /** Of the answer. */
  get firstTokenMs(): number | null {
    const arrivals = this.#answers().map(({ arrivals: times, promptTokenCount }) =>
      times.at(promptTokenCount),
    );
    return arrivals.length === 0 ? null : Math.min(...arrivals);
  }

  /** Of the answer. */
  get lastTokenMs(): number | null {
    const arrivals = this.#answers().map(({ arrivals: times, tokenCount }) => times.at(tokenCount - 1));
    return arrivals.length === 0 ? null : Math.max(...arrivals);
  }

  /** Nothing more comes. */
  end(counts: Readonly<Record<string, number>>): void {
    this.counts = counts;
    for (const choice of this.choices.values()) choice.end();
    if (this.usage === null) return;
    // The llama.cpp server counts each choice on its own, other services all of them.
    const { prompt_tokens, completion_tokens } = this.usage;
    const sum = this.#counted.reduce((one, other) => one + other, 0);
    const error = (count: number) => Math.abs(count - this.tokenCount);
    if (error(sum) < error(completion_tokens))
      this.usage = { ...this.usage, completion_tokens: sum, total_tokens: prompt_tokens + sum };
  }

  receive({ data, chunk }: StreamEvent, arrivedMs: number): void {
    this.events.push(data, arrivedMs);
    this.append(chunk, arrivedMs);
  }

  append(view: CompletionView, arrivedMs: number): void {
    this.lastEventMs = arrivedMs;
    this.usage = view.usage ?? this.usage;
    this.seed = view.seed ?? this.seed;
    for (const piece of view.pieces) {
      if (view.usage && view.pieces.length === 1) this.#counted[piece.index] = view.usage.completion_tokens;
      const choice = this.#choiceAt(piece.index);
      // Once for all choices, by some services.
      for (const part of view.prompt ?? [])
        choice.pushPrompt({ ...part, index: choice.index, finishReason: null }, arrivedMs);
      choice.push(piece, arrivedMs);
    }
  }

  #answers(): readonly Choice[] {
    return [...this.choices.values()].filter((choice) => choice.answerTokenCount > 0);
  }

  #choiceAt(index: number): Choice {
    const known = this.choices.get(index);
    if (known) return known;
    const choice = new Choice(index, this.#echo);
    this.choices.set(index, choice);
    return choice;
  }
}
