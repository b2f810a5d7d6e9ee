// What runs cost as the strip says it: the next at most, the newest truly once it is whole, unknown where nobody knows.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Model } from '#api/schema/model.ts';
import {
  boundDollars,
  boundTokens,
  isFree,
  readTokenPrices,
  usageDollars,
  type TokenPrices,
} from '#pricing/completion-cost.ts';
import { formatDollars } from '#pricing/money.ts';
import type { TokenUnit } from '#pricing/token-unit.ts';
import { isWhole } from './end-states.ts';
import type { Run } from './run.ts';
import { isRestored } from './tree/restored.ts';

/** What a cost is reckoned with. */
export interface CostGround {
  readonly models: readonly Model[];
  readonly unit: TokenUnit;
}

/** The upper bound of the request that would be sent now, or why there is none; null while the draft cannot be sent. */
export function boundOf(next: CompletionRequest | null, ground: CostGround): string {
  if (next === null) return '–';
  const { prices, model } = pricesOf(next, ground);
  if (prices === null) return 'no price';
  return inWords(boundDollars(boundTokens(next, model?.context_length), prices), 'no bound');
}

/** What the newest run cost; its bound, marked as such, while it receives. One that history shows again keeps its cost. */
export function spentOf(run: Run | null, ground: CostGround): string {
  if (run === null || (run.replay !== null && !isRestored(run.replay.recorded))) return '–';
  if (run.state.phase !== 'ended') {
    const bound = boundOf(run.request, ground);
    return bound.startsWith('$') ? `≤ ${bound}` : bound;
  }
  const { prices } = pricesOf(run.request, ground);
  if (prices === null) return 'no price';
  if (isFree(prices) || wasRefused(run)) return formatDollars(0);
  return inWords(isWhole(run.state.endState) ? usageDollars(run.recording.usage, prices) : null, 'unknown');
}

/** Whether the service refused the request, or it was never sent: then nothing was generated. */
export function wasRefused({ state, recording }: Run): boolean {
  if (state.phase !== 'ended' || state.error === null || recording.lanes.size > 0) return false;
  const { kind, status, code } = state.error;
  if (kind === 'http') return status !== null && status >= 400 && status < 500 && status !== 408;
  return kind === 'network' && (code === 'not_sent' || code === 'offline');
}

/** The model that is asked, if it is known, and its prices, if it states them. */
export function pricesOf(
  request: CompletionRequest,
  { models, unit }: CostGround,
): { readonly model: Model | undefined; readonly prices: TokenPrices | null } {
  const model = models.find(({ id }) => id === request.model);
  return { model, prices: readTokenPrices(model?.pricing, unit) };
}

function inWords(dollars: number | null, otherwise: string): string {
  return dollars === null ? otherwise : formatDollars(dollars);
}
