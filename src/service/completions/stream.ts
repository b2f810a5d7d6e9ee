// Streamed answer of POST /completions: CompletionChunks as Server-Sent Events, then [DONE].
import type { CompletionChunk } from '#api/schema/completion-response.ts';
import { at } from '#lib/at.ts';
import type { EngineEvent } from '#service/engine/engine.ts';
import { internalError, type HttpError } from '#service/http/http-error.ts';
import { type FirstBatch, type Run, toUsage } from './answer.ts';

const done = 'data: [DONE]\n\n';

/** In characters. Events that arrive together are sent in one write up to this size. */
const writeLimit = 65_536;

interface StreamCircumstances {
  readonly first: FirstBatch;
  /** Why the run ended early, if there is a reason. */
  readonly endedEarly: () => HttpError | null;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Backpressure: the engine is only asked for more once the reader has taken everything, and is stopped when the
 * reader disconnects. A stream cut short ends with an ErrorData event instead of [DONE].
 */
export function streamAnswer(run: Run, circumstances: StreamCircumstances): Response {
  const encoder = new TextEncoder();
  const writes = writesOf(run, circumstances);
  let hasReader = true;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const write = await writes.next();
      if (!hasReader) return;
      if (write.done === true) controller.close();
      else controller.enqueue(encoder.encode(write.value));
    },
    cancel() {
      hasReader = false;
      run.abort();
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } });
}

async function* writesOf(run: Run, circumstances: StreamCircumstances): AsyncGenerator<string, void> {
  const maker = new ChunkMaker(run);
  let failure: HttpError | null = null;
  try {
    for (let batch = circumstances.first; batch.done !== true; batch = await run.events.next()) {
      let text = '';
      for (const chunk of maker.take(batch.value)) {
        text += sseEvent(chunk);
        if (text.length < writeLimit) continue;
        yield text;
        text = '';
      }
      if (text !== '') yield text;
    }
  } catch (error) {
    circumstances.onFailure(error);
    failure = internalError();
  } finally {
    run.abort();
  }
  yield maker.isComplete ? done : sseEvent((circumstances.endedEarly() ?? failure ?? internalError()).body());
}

function sseEvent(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/**
 * Turns events into chunks of one choice each, interleaved as generated; each choice ends with its finish_reason.
 * With echo the prompt comes first, one chunk per token for each choice in turn, so that a choice's text is the
 * prompt and its completion. The last chunk is held back for the usage.
 */
class ChunkMaker {
  readonly #run: Run;
  #unfinished: number;
  #held: CompletionChunk | null = null;
  #isComplete = false;

  constructor(run: Run) {
    this.#run = run;
    this.#unfinished = run.request.n;
  }

  /** Whether the engine has reported the end; otherwise the stream was cut short. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** The chunks that can be sent after these events, in order. */
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
