// UsageData from the engine's own count.
import type { UsageData } from '#api/schema/usage.ts';
import type { EngineEvent } from '#service/engine/engine.ts';

/** The prompt is counted once, also for n > 1; the completion is the sum over all choices. */
export function toUsage(end: Extract<EngineEvent, { kind: 'end' }>): UsageData {
  return {
    prompt_tokens: end.promptTokens,
    completion_tokens: end.completionTokens,
    total_tokens: end.promptTokens + end.completionTokens,
  };
}
