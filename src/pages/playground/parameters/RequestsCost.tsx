// The line beside a button: how many requests it will send, and what they cost at most.
import type { Model } from '#api/schema/model.ts';
import { addBounds, boundRequest, pricedModel, type PricedRequest } from '#pricing/completion-cost.ts';
import { useTokenUnit } from '#pricing/units.ts';
import { describeBound } from './cost.ts';

interface RequestsCostProps {
  /** Every request that the button would send, as it would be sent. */
  requests: readonly PricedRequest[];
  /** What the service lists, for prices and context lengths. */
  models: readonly Model[];
}

/** Shown before they are sent, so that nobody pays by surprise. */
export function RequestsCost({ requests, models }: RequestsCostProps) {
  const unit = useTokenUnit((state) => state.unit);
  const bounds = requests.map((each) => boundRequest(each, pricedModel(models, each.model, unit)));
  return (
    <p className="text-dense text-muted tabular-nums" title={`Prices are read in ${unit.label}.`}>
      {describeBound(requests.length, addBounds(bounds))}
    </p>
  );
}
