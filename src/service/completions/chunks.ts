// From the engine's events to CompletionChunks: one chunk a token, usage in the last one.
import type { CompletionChunk } from '#api/schema/completion-chunk.ts';
import { at } from '#lib/at.ts';
import type { EngineEvent } from '#service/engine/engine.ts';
import type { Run } from './run.ts';
import { toUsage } from './usage.ts';

/**
 * Turns events into chunks. Every chunk carries one choice; choices interleave as they were generated, and each ends
 * with its finish_reason. With echo the prompt comes first, a chunk a token for each choice in turn, so that a
 * choice's text is the prompt and then what was generated. The chunk that may be the last waits for the usage.
 */
export class ChunkMaker {
  readonly #run: Run;
  #unfinished: number;
  #held: CompletionChunk | null = null;
  #isComplete = false;

  constructor(run: Run) {
    this.#run = run;
    this.#unfinished = run.request.n;
  }

  /** Whether the engine has said that it is at the end; a stream without that was cut. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** The chunks that these events allow to be sent, in order. */
  *take(events: readonly EngineEvent[]): Iterable<CompletionChunk> {
    for (const event of events) {
      if (event.kind === 'prompt') yield* this.#promptChunks(event);
      else if (event.kind === 'token') yield* this.#tokenChunk(event);
      else {
        this.#isComplete = true;
        if (this.#held !== null) yield { ...this.#held, usage: toUsage(event) };
      }
    }
  }

  *#tokenChunk(event: Extract<EngineEvent, { kind: 'token' }>): Iterable<CompletionChunk> {
    const { index, id, text, logprob, special, finishReason } = event;
    const chunk = this.#chunk(index, { id, text, logprob, special }, finishReason);
    if (finishReason !== null) this.#unfinished -= 1;
    if (this.#unfinished === 0) this.#held = chunk;
    else yield chunk;
  }

  *#promptChunks({
    ids,
    texts,
    logprobs,
  }: Extract<EngineEvent, { kind: 'prompt' }>): Iterable<CompletionChunk> {
    for (let index = 0; index < this.#run.request.n; index += 1) {
      for (const [position, id] of ids.entries()) {
        const token = { id, text: at(texts, position), logprob: at(logprobs, position), special: false };
        yield this.#chunk(index, token, null);
      }
    }
  }

  #chunk(
    index: number,
    token: CompletionChunk['token'],
    finishReason: CompletionChunk['finish_reason'],
  ): CompletionChunk {
    return {
      id: this.#run.id,
      token,
      choices: [{ index, text: token.text }],
      usage: null,
      seed: this.#run.request.seed,
      finish_reason: finishReason,
    };
  }
}
