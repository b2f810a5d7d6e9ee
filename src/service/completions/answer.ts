// The JSON answer of POST /completions: every event gathered into one CompletionResponse.
import type { CompletionResponse, LogprobsPart } from '#api/schema/completion-response.ts';
import type { UsageData } from '#api/schema/usage.ts';
import type { EngineEvent } from '#service/engine/engine.ts';
import type { FirstBatch, Run } from './run.ts';
import { toUsage } from './usage.ts';

type TokenEvent = Extract<EngineEvent, { kind: 'token' }>;
type PromptEvent = Extract<EngineEvent, { kind: 'prompt' }>;

/**
 * Runs to the end; throws what the engine throws. Choices stand in the order of their index; their text is what was
 * generated, and with echo the prompt stands in `prompt`.
 */
export async function gatherAnswer(run: Run, first: FirstBatch): Promise<CompletionResponse> {
  const choices = Array.from({ length: run.request.n }, (): TokenEvent[] => []);
  let prompt: PromptEvent | null = null;
  let usage: UsageData | null = null;
  for (let batch = first; batch.done !== true; batch = await run.events.next()) {
    for (const event of batch.value) {
      if (event.kind === 'token') choices[event.index]?.push(event);
      else if (event.kind === 'prompt') prompt = event;
      else usage = toUsage(event);
    }
  }
  return {
    id: run.id,
    object: 'text_completion',
    created: run.created,
    model: run.request.model,
    ...(prompt === null ? {} : { prompt: [promptPart(run, prompt)] }),
    choices: choices.map((tokens) => choice(run, tokens)),
    usage,
  };
}

function choice(run: Run, tokens: readonly TokenEvent[]): CompletionResponse['choices'][number] {
  const texts = tokens.map((token) => token.text);
  const logprobs: LogprobsPart = {
    token_ids: tokens.map((token) => token.id),
    tokens: texts,
    token_logprobs: tokens.map((token) => token.logprob),
  };
  return {
    text: texts.join(''),
    seed: run.request.seed,
    finish_reason: tokens.at(-1)?.finishReason ?? 'length',
    ...(run.withLogprobs ? { logprobs } : {}),
  };
}

function promptPart(run: Run, prompt: PromptEvent): { text: string; logprobs?: LogprobsPart } {
  const logprobs = { token_ids: prompt.ids, tokens: prompt.texts, token_logprobs: prompt.logprobs };
  return { text: run.request.prompt, ...(run.withLogprobs ? { logprobs } : {}) };
}
