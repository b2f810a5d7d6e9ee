// How the costs in the strip were reckoned, in words with their numbers: loaded when somebody asks.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Model } from '#api/schema/model.ts';
import { boundTokens, isFree } from '#pricing/completion-cost.ts';
import { boundOf, pricesOf, spentOf, wasRefused, type CostGround } from './cost.ts';
import type { Run } from './run.ts';

/** How `boundOf` reckons the request that would be sent now; null while the draft cannot be sent. */
export function explainBound(next: CompletionRequest | null, ground: CostGround): string {
  if (next === null) return 'The request cannot be sent yet.';
  const cost = boundOf(next, ground);
  if (cost === 'no price') return noPrice(next);
  if (cost === 'no bound') return 'max_tokens is not sent, and the service states no context length.';
  const { model } = pricesOf(next, ground);
  const { input, output } = boundTokens(next, model?.context_length);
  return `${sum(input, output ?? 0, model, ground)}. A token is at least one byte of the prompt.`;
}

/** How `spentOf` reckons the newest run. */
export function explainSpent(run: Run | null, ground: CostGround): string {
  if (run === null) return 'Nothing was sent yet.';
  const cost = spentOf(run, ground);
  if (cost === '–') return 'A recording is played; nothing is sent.';
  if (cost === 'no price') return noPrice(run.request);
  if (run.state.phase !== 'ended') return `At most, while it receives: ${explainBound(run.request, ground)}`;
  if (wasRefused(run)) return 'Refused or not sent: nothing was generated.';
  const { usage } = run.recording;
  if (usage === null && isFree(pricesOf(run.request, ground).prices)) return 'The model is free.';
  if (cost === 'unknown' || usage === null)
    return 'The service reported no usage, or the run did not end whole.';
  return sum(usage.prompt_tokens, usage.completion_tokens, pricesOf(run.request, ground).model, ground);
}

function sum(inputs: number, outputs: number, model: Model | undefined, { unit }: CostGround): string {
  const { input = 0, output = 0 } = model?.pricing ?? {};
  return `${inputs} input tokens × ${input} + ${outputs} output tokens × ${output}, prices in ${unit.label}`;
}

function noPrice({ model }: CompletionRequest): string {
  return `The service states no token prices for ${model}.`;
}
