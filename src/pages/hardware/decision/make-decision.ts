// A decision from what the services say and what the address assumes.
import type { Hardware } from '#api/schema/hardware.ts';
import type { Model } from '#api/schema/model.ts';
import type { Choices } from '#pages/hardware/search.ts';
import type { Decision, Terms } from '#pricing/decision/decision.ts';
import { defaultTraffic } from '#pricing/decision/default-traffic.ts';
import { listedPrice } from '#pricing/rate.ts';
import { priceNumber } from '#pricing/stated-price.ts';
import type { DecisionChoices } from './search.ts';

/** Input tokens to one output token where nothing else is said. */
export const usualBlend = 3;

type PlanChoices = Pick<Choices, 'replicas' | 'utilisation'>;

/** The terms, with the default for a field that cannot be read; the traffic is where the answer is worth reading unless the address says it. */
export function makeDecision(
  facts: Omit<Decision, 'terms'>,
  plan: PlanChoices,
  choices: DecisionChoices,
): Decision {
  const decision = { ...facts, terms: termsOf(plan, choices) };
  const traffic = choices.traffic ?? defaultTraffic(decision);
  return { ...decision, terms: { ...decision.terms, traffic } };
}

/** The prices of a model as a decision keeps them. @param unit the id of a token unit */
export function modelFacts({ id, pricing }: Pick<Model, 'id' | 'pricing'>, unit: string): Decision['model'] {
  return { id, input: priceNumber(pricing?.input), output: priceNumber(pricing?.output), unit };
}

/** The price of a configuration as a decision keeps it. */
export function hardwareFacts(hardware: Hardware): Decision['hardware'] {
  const price = listedPrice(hardware);
  return {
    id: hardware.id,
    centsPerMinute: price.kind === 'listed' ? price.centsPerMinute : null,
    updatedAt: hardware.updated_at ?? null,
  };
}

function termsOf({ replicas, utilisation }: PlanChoices, choices: DecisionChoices): Terms {
  const { blend, tpm, tpmAt, tpmOf, tpmOn, cached, cachedPrice, grow, period } = choices;
  return {
    replicas: replicas ?? 1,
    growth: grow ?? 'fixed',
    utilisation: (utilisation ?? 100) / 100,
    blend: blend ?? usualBlend,
    cachedShare: (cached ?? 0) / 100,
    cachedPrice: cachedPrice === null ? null : cachedPrice / 100,
    throughput:
      tpm === null
        ? null
        : {
            tokensPerMinute: tpm,
            measuredAt: tpmAt,
            counts: tpmOf ?? (tpmAt === null ? 'total' : 'output'),
            ...(tpmOn !== null && { machine: tpmOn }),
          },
    traffic: 0,
    period: period ?? 'month',
  };
}
