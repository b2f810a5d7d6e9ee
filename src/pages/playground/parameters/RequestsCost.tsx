// Cost line for a button.
import type { Model } from '#api/schema/model.ts';
import { addBounds, boundRequest, pricedModel, type PricedRequest } from '#pricing/completion-cost.ts';
import { useTokenUnit } from '#pricing/units.ts';
import { describeBound } from './cost.ts';

interface RequestsCostProps {
  requests: readonly PricedRequest[];
  models: readonly Model[];
}

export function RequestsCost({ requests, models }: RequestsCostProps) {
  const unit = useTokenUnit((state) => state.unit);
  const bounds = requests.map((each) => boundRequest(each, pricedModel(models, each.model, unit)));
  return (
    <p className="text-dense text-muted tabular-nums" title={`Prices are read in ${unit.label}.`}>
      {describeBound(requests.length, addBounds(bounds))}
    </p>
  );
}
