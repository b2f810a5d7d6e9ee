// The decision that the address, the lists and the unit of prices make together.
import { useMemo } from 'react';
import type { Hardware } from '#api/schema/hardware.ts';
import type { Model } from '#api/schema/model.ts';
import { isSampleModel } from '#api/schema/price.ts';
import type { Choices } from '#pages/hardware/search.ts';
import type { Decision } from '#pricing/decision/decision.ts';
import { useReadUnit } from '#pricing/unit-store.ts';
import { firstHardware, firstModel } from './first-choice.ts';
import { hardwareFacts, makeDecision, modelFacts } from './make-decision.ts';
import type { DecisionChoices } from './search.ts';

/** What it is made from. */
export interface DecisionSources {
  readonly models: readonly Model[];
  readonly hardware: readonly Hardware[];
  readonly plan: Pick<Choices, 'model' | 'open' | 'replicas' | 'utilisation' | 'prices'>;
  readonly choices: DecisionChoices;
  readonly readAtMs: number;
  /** Ids that the service offers for the model; null where it has not said. */
  readonly offered: ReadonlySet<string> | null;
}

/** What an address names stays in it, also where no list has it: then it has no price. */
export function useDecision(sources: DecisionSources): Decision {
  const { models, hardware, plan, choices, readAtMs, offered } = sources;
  const unit = useReadUnit(plan.prices);
  return useMemo(() => {
    const modelId = plan.model ?? firstModel(models) ?? 'no model';
    const hardwareId = plan.open ?? firstHardware(hardware, offered) ?? 'no hardware';
    const model: Model = models.find(({ id }) => id === modelId) ?? { id: modelId };
    const configuration: Hardware = hardware.find(({ id }) => id === hardwareId) ?? { id: hardwareId };
    const warnings = [
      ...(offered?.has(hardwareId) === false ? ['not-offered' as const] : []),
      ...(isSampleModel(model) ? ['sample-model' as const] : []),
      ...(configuration.sample === true ? ['sample-hardware' as const] : []),
    ];
    const facts = {
      at: new Date(readAtMs).toISOString(),
      model: modelFacts(model, unit.id),
      hardware: hardwareFacts(configuration),
      ...(warnings.length > 0 && { warnings }),
    };
    return makeDecision(facts, plan, choices);
  }, [models, hardware, plan, choices, readAtMs, offered, unit]);
}
