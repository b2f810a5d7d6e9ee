// Cost line for a button.
import type { Model } from '#api/schema/model.ts';
import { formatCount, formatCounted } from '#lib/format.ts';
import { addBounds, type CostBound, type PricedRequest } from '#pricing/completion-cost.ts';
import { formatDollars } from '#pricing/money.ts';
import { boundOf, useCostGround } from './cost.ts';

interface RequestsCostProps {
  requests: readonly PricedRequest[];
  models: readonly Model[];
}

export function RequestsCost({ requests, models }: RequestsCostProps) {
  const ground = useCostGround(models);
  const bounds = requests.map((each) => boundOf(each, ground));
  return (
    <p className="text-dense text-muted tabular-nums" title={`Prices are read in ${ground.unit.label}.`}>
      {describeBound(requests.length, addBounds(bounds))}
    </p>
  );
}

/** `12 requests · at most 480 tokens in + 12 out · at most $0.0003`. Zero shows as `max $0`. */
export function describeBound(requests: number, { input, output, dollars }: CostBound): string {
  const count = formatCounted(requests, 'request');
  const out = output === null ? 'unlimited out' : `${formatCount(output)} out`;
  const price =
    dollars === null ? 'price unknown' : dollars === 0 ? 'max $0' : `at most ${formatDollars(dollars)}`;
  return `${count} · at most ${formatCount(input)} tokens in + ${out} · ${price}`;
}
