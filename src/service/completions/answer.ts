// JSON answer of POST /completions, gathered from all events.
import type { CompletionResponse, UsageData } from '#api/schema/completion-response.ts';
import { at } from '#lib/at.ts';
import type { EngineEvent, EngineRequest } from '#service/engine/engine.ts';

type PromptEvent = Extract<EngineEvent, { kind: 'prompt' }>;
type Choice = CompletionResponse['choices'][number];

interface Growing {
  readonly token_ids: number[];
  readonly tokens: string[];
  readonly token_logprobs: number[];
  finish: Choice['finish_reason'];
}

/**
 * Throws what the engine throws. Choices are in index order. With echo each begins with the prompt, as in a stream;
 * `prompt` also holds it separately.
 */
export async function gatherAnswer(run: Run, first: FirstBatch): Promise<CompletionResponse> {
  const choices = Array.from({ length: run.request.n }, (): Growing => ({
    token_ids: [],
    tokens: [],
    token_logprobs: [],
    finish: 'length',
  }));
  const add = (choice: Growing, id: number, text: string, logprob: number): void => {
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

function choiceOf(run: Run, { finish, ...logprobs }: Growing): Choice {
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

/** Taken before the status is sent, so that engine errors get a status. */
export type FirstBatch = IteratorResult<readonly EngineEvent[], unknown>;

/** What a JSON or streamed answer is made from. */
export interface Run {
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
  readonly request: EngineRequest;
  readonly withLogprobs: boolean;
  /** In batches, already filtered by the safety model; throws what the engine throws. */
  readonly events: AsyncIterator<readonly EngineEvent[]>;
  /** Stops the engine; does nothing once it has ended. */
  abort(): void;
}

/** The prompt counts once, even for n > 1; the completion is the sum over all choices. */
export function toUsage(end: Extract<EngineEvent, { kind: 'end' }>): UsageData {
  return {
    prompt_tokens: end.promptTokens,
    completion_tokens: end.completionTokens,
    total_tokens: end.promptTokens + end.completionTokens,
  };
}
