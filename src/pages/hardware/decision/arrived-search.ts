// The address that a decision from a link asks for, so that the page shows what its sender saw.
import type { HardwareSearch } from '#pages/hardware/search.ts';
import type { Decision } from '#pricing/decision/decision.ts';
import { withDecision } from './search.ts';

/** Every term is said, because another browser may assume something else. */
export function arrivedSearch(before: HardwareSearch, { model, hardware, terms }: Decision): HardwareSearch {
  const { throughput, cachedShare, cachedPrice } = terms;
  const { replicas: _, used: __, ...rest } = before;
  const plan = {
    ...rest,
    model: model.id,
    open: hardware.id,
    prices: model.unit,
    view: 'break-even',
    ...(terms.replicas !== 1 && { replicas: terms.replicas }),
    ...(terms.utilisation !== 1 && { used: percent(terms.utilisation) }),
  };
  return withDecision(plan, {
    blend: terms.blend,
    tpm: throughput?.tokensPerMinute ?? null,
    tpmAt: throughput?.measuredAt ?? null,
    tpmOf: throughput?.counts ?? null,
    tpmOn: throughput?.machine ?? null,
    cached: cachedShare === 0 ? null : percent(cachedShare),
    cachedPrice: cachedPrice === null ? null : percent(cachedPrice),
    traffic: terms.traffic,
    period: terms.period === 'hour' ? 'hour' : null,
    grow: terms.growth === 'added' ? 'added' : null,
  });
}

// 0.07 × 100 is 7.000000000000001.
function percent(share: number): number {
  return Number((share * 100).toPrecision(12));
}
