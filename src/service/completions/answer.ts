// Completion answers: JSON or Server-Sent Events.
import type { CompletionResponse, UsageData, CompletionChunk } from '#api/schema/completion-response.ts';
import { at } from '#lib/at.ts';
import type { EngineEvent, EngineRequest } from '#service/engine/engine.ts';
import { internalError, type HttpError } from '#service/http/http-error.ts';
import { sseEnd, sseEvent } from '#service/http/operation.ts';

type PromptEvent = Extract<EngineEvent, { kind: 'prompt' }>;
type Choice = CompletionResponse['choices'][number];

interface PartialChoice {
  readonly token_ids: number[];
  readonly tokens: string[];
  readonly token_logprobs: number[];
  finish: Choice['finish_reason'];
}

/** Throws what the engine throws. With echo, choices begin with the prompt. */
export async function gatherAnswer(run: Run, first: FirstBatch): Promise<CompletionResponse> {
  const choices = Array.from({ length: run.request.n }, (): PartialChoice => ({
    token_ids: [],
    tokens: [],
    token_logprobs: [],
    finish: 'length',
  }));
  const add = (choice: PartialChoice, id: number, text: string, logprob: number): void => {
    choice.tokens.push(text);
    if (!run.withLogprobs) return;
    choice.token_ids.push(id);
    choice.token_logprobs.push(logprob);
  };
  let prompt: PromptEvent | null = null;
  let usage: UsageData | null = null;
  for (let batch = first; batch.done !== true; batch = await run.events.next()) {
    for (const event of batch.value) {
      if (event.kind === 'token') {
        const choice = at(choices, event.index);
        add(choice, event.id, event.text, event.logprob);
        choice.finish = event.finishReason ?? choice.finish;
      } else if (event.kind === 'prompt') {
        prompt = event;
        for (const choice of choices)
          for (const [position, id] of event.ids.entries())
            add(choice, id, at(event.texts, position), at(event.logprobs, position));
      } else usage = toUsage(event);
    }
  }
  return {
    id: run.id,
    object: 'text_completion',
    created: run.created,
    model: run.request.model,
    ...(prompt === null ? {} : { prompt: [promptPart(run, prompt)] }),
    choices: choices.map((choice) => choiceOf(run, choice)),
    usage,
  };
}

function choiceOf(run: Run, { finish, ...logprobs }: PartialChoice): Choice {
  return {
    text: logprobs.tokens.join(''),
    seed: run.request.seed,
    finish_reason: finish,
    ...(run.withLogprobs ? { logprobs } : {}),
  };
}

function promptPart(
  run: Run,
  { ids, texts, logprobs }: PromptEvent,
): NonNullable<CompletionResponse['prompt']>[number] {
  const part = { token_ids: ids, tokens: texts, token_logprobs: logprobs };
  return { text: texts.join(''), ...(run.withLogprobs ? { logprobs: part } : {}) };
}

/** Awaited before the status is sent, so that engine errors get a status. */
export type FirstBatch = IteratorResult<readonly EngineEvent[], unknown>;

export interface Run {
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
  readonly request: EngineRequest;
  readonly withLogprobs: boolean;
  readonly events: AsyncIterator<readonly EngineEvent[]>;
  /** Idempotent. */
  abort(): void;
}

/** The prompt counts once, even for n > 1. */
function toUsage(end: Extract<EngineEvent, { kind: 'end' }>): UsageData {
  return {
    prompt_tokens: end.promptTokens,
    completion_tokens: end.completionTokens,
    total_tokens: end.promptTokens + end.completionTokens,
  };
}

/** Characters; smaller events share a write. */
const writeLimit = 65_536;

interface StreamOptions {
  readonly first: FirstBatch;
  readonly endedEarly: () => HttpError | null;
  readonly onFailure: (error: unknown) => void;
}

/**
 * The engine goes no faster than the reader, and stops with it. A stream cut short ends with an ErrorData event instead
 * of [DONE].
 */
export function streamAnswer(run: Run, options: StreamOptions): Response {
  const encoder = new TextEncoder();
  const writes = writesOf(run, options);
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

async function* writesOf(run: Run, options: StreamOptions): AsyncGenerator<string, void> {
  const maker = new ChunkMaker(run);
  let failure: HttpError | null = null;
  try {
    for (let batch = options.first; batch.done !== true; batch = await run.events.next()) {
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
    options.onFailure(error);
    failure = internalError();
  } finally {
    run.abort();
  }
  yield maker.isComplete ? sseEnd : sseEvent((options.endedEarly() ?? failure ?? internalError()).body());
}

/** One chunk per token and choice. The last is held back for the usage. */
class ChunkMaker {
  readonly #run: Run;
  #unfinished: number;
  #held: CompletionChunk | null = null;
  isComplete = false;

  constructor(run: Run) {
    this.#run = run;
    this.#unfinished = run.request.n;
  }

  *take(events: readonly EngineEvent[]): Iterable<CompletionChunk> {
    for (const event of events) {
      if (event.kind === 'prompt') yield* this.#promptChunks(event);
      else if (event.kind === 'token') yield* this.#tokenChunk(event);
      else {
        this.isComplete = true;
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
