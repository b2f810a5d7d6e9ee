// From the wire's CompletionRequest to what the engine is asked.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { EngineRequest } from '#service/engine/engine.ts';

/**
 * What an absent field means here; the interface document shows no defaults. At the model's own distribution, temperature
 * 1, every other tale of a model so small loses its thread. Nothing is filtered. Without max_tokens the model ends by
 * itself, at the latest where its context does.
 */
export const DEFAULTS = {
  maxTokens: null,
  stop: [],
  temperature: 0.7,
  topP: 1,
  topK: 0,
  minP: 0,
  repetitionPenalty: 1,
  presencePenalty: 0,
  frequencyPenalty: 0,
  n: 1,
} as const;

/** `seed` stands in where the request names none; `pace` in tokens a second for each choice, null for full speed. */
export function toEngineRequest(
  wire: CompletionRequest,
  { seed, pace }: { seed: number; pace: number | null },
): EngineRequest {
  return {
    model: wire.model,
    prompt: wire.prompt,
    maxTokens: wire.max_tokens ?? DEFAULTS.maxTokens,
    stop: wire.stop ?? DEFAULTS.stop,
    temperature: wire.temperature ?? DEFAULTS.temperature,
    topP: wire.top_p ?? DEFAULTS.topP,
    // 0 and -1 both mean that nothing is cut off.
    topK: Math.max(0, wire.top_k ?? DEFAULTS.topK),
    minP: wire.min_p ?? DEFAULTS.minP,
    repetitionPenalty: wire.repetition_penalty ?? DEFAULTS.repetitionPenalty,
    presencePenalty: wire.presence_penalty ?? DEFAULTS.presencePenalty,
    frequencyPenalty: wire.frequency_penalty ?? DEFAULTS.frequencyPenalty,
    logitBias: biasById(wire.logit_bias ?? {}),
    seed: wire.seed ?? seed,
    n: wire.n ?? DEFAULTS.n,
    echo: wire.echo ?? false,
    pace: wire.stream === true ? pace : null,
  };
}

function biasById(bias: Readonly<Record<string, number>>): ReadonlyMap<number, number> {
  return new Map(Object.entries(bias).map(([id, value]) => [Number(id), value]));
}
