// The line above a lab's button: how many requests it will send, and what they cost at most.
import type { Model } from '#api/schema/model.ts';
import { useTokenUnit } from '#pricing/unit-store.ts';
import { boundCost, describeCost, type PricedRequest } from './lab-cost.ts';

interface LabCostProps {
  /** Every request that the button would send, as it would be sent. */
  requests: readonly PricedRequest[];
  /** What the service lists, for prices and context lengths. */
  models: readonly Model[];
}

/** For every lab that sends requests: shown before they are, so that nobody pays by surprise. */
export function LabCost({ requests, models }: LabCostProps) {
  const unit = useTokenUnit((state) => state.unit);
  return (
    <p className="text-dense text-muted tabular-nums">{describeCost(boundCost(requests, models, unit))}</p>
  );
}
