// What a run costs as the strip says it: at most before and while it runs, truly once it is whole, unknown where nobody knows.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Model } from '#api/schema/model.ts';
import { boundDollars, boundTokens, readTokenPrices, usageDollars } from '#pricing/completion-cost.ts';
import { formatDollars } from '#pricing/money.ts';
import type { TokenUnit } from '#pricing/token-unit.ts';
import { isWhole } from './end-states.ts';
import type { Run } from './run.ts';

/** A cost in words. */
export interface CostWords {
  readonly value: string;
  /** What the value is: `cost`, or `cost at most`. */
  readonly label: string;
  /** How it was reckoned, with its numbers. */
  readonly formula: string;
}

/**
 * The cost of the newest run, or of the request that would be sent where there is none.
 * @param next null while the draft cannot be sent
 */
export function describeCost(
  run: Run | null,
  next: CompletionRequest | null,
  models: readonly Model[],
  unit: TokenUnit,
): CostWords {
  const request = run?.request ?? next;
  if (request === null || run?.replay) return words('–', 'cost', 'Nothing is sent.');
  const model = models.find(({ id }) => id === request.model);
  const prices = readTokenPrices(model?.pricing, unit);
  if (prices === null)
    return words('no price', 'cost', `The service states no token prices for ${request.model}.`);
  const { input = 0, output = 0 } = model?.pricing ?? {};
  const sum = (inputs: number, outputs: number) =>
    `${inputs} input tokens × ${input} + ${outputs} output tokens × ${output}, prices in ${unit.label}`;
  if (run?.state.phase === 'ended') {
    const usage = isWhole(run.state.endState) ? run.recording.usage : null;
    const dollars = usageDollars(usage, prices);
    if (usage === null || dollars === null)
      return words('unknown', 'cost', 'The service reported no usage, or the run did not end whole.');
    return words(formatDollars(dollars), 'cost', sum(usage.prompt_tokens, usage.completion_tokens));
  }
  const bound = boundTokens(request, model?.context_length);
  const dollars = boundDollars(bound, prices);
  if (dollars === null || bound.output === null)
    return words(
      'no bound',
      'cost at most',
      'max_tokens is not sent, and the service states no context length.',
    );
  return words(
    formatDollars(dollars),
    'cost at most',
    `${sum(bound.input, bound.output)}. A token is at least one byte of the prompt.`,
  );
}

function words(value: string, label: string, formula: string): CostWords {
  return { value, label, formula };
}
