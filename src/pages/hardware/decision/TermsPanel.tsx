// What is compared and what is assumed: every term of the decision as a field.
import type { Hardware } from '#api/schema/hardware.ts';
import type { Model } from '#api/schema/model.ts';
import { modelGroups } from '#pages/hardware/model-options.ts';
import { limits, type Choices } from '#pages/hardware/search.ts';
import { listedPrice } from '#pricing/rate.ts';
import type { Throughput } from '#pricing/throughput.ts';
import { TokenUnitPicker } from '#pricing/TokenUnitPicker.tsx';
import type { TokenUnit } from '#pricing/token-unit.ts';
import { Button } from '#ui/Button.tsx';
import { Combobox } from '#ui/Combobox.tsx';
import { Field } from '#ui/Field.tsx';
import { Popover } from '#ui/Popover.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { usualBlend } from './make-decision.ts';
import { decisionLimits, type DecisionChoices } from './search.ts';
import { TermField } from './TermField.tsx';
import { ThroughputField } from './ThroughputField.tsx';

interface TermsPanelProps {
  models: readonly Model[];
  hardware: readonly Hardware[];
  /** Ids that are compared now, also where the address says none. */
  modelId: string;
  hardwareId: string;
  plan: Pick<Choices, 'replicas' | 'utilisation'>;
  choices: DecisionChoices;
  measured: Throughput | null;
  unit: TokenUnit;
  /** Called after a choice, with the unit's id. */
  onUnit: (id: string) => void;
  onPlan: (change: Partial<Choices>) => void;
  onChange: (change: Partial<DecisionChoices>) => void;
}

/** The fields are in the address as soon as they can be read. */
export function TermsPanel(props: TermsPanelProps) {
  const { models, hardware, modelId, hardwareId, plan, choices, measured } = props;
  const { unit, onUnit, onPlan, onChange } = props;
  return (
    <section aria-label="Terms" className="grid gap-3 p-4">
      <Field label="Model">
        <Combobox
          label="Model"
          value={modelId}
          onValue={(model) => onPlan({ model })}
          groups={modelGroups(models)}
        />
      </Field>
      <Field label="Hardware">
        <Combobox
          label="Hardware"
          value={hardwareId}
          onValue={(open) => onPlan({ open })}
          groups={[{ label: 'Configurations', options: hardware.map(toOption) }]}
        />
      </Field>
      <div className="flex min-h-control items-center justify-between gap-3">
        Token prices in
        <Button popoverTarget="decision-unit">{unit.label}</Button>
        <Popover id="decision-unit" label="Unit of token prices">
          {(close) => (
            <TokenUnitPicker
              unit={unit}
              onChosen={(id) => {
                onUnit(id);
                close();
              }}
            />
          )}
        </Popover>
      </div>
      <TermField
        label="Replicas"
        value={plan.replicas === 1 ? null : plan.replicas}
        emptyText="1"
        limits={limits.replicas}
        isWhole
        onValue={(value) => onPlan({ replicas: value ?? 1 })}
      />
      <Field layout="row" label="Count">
        <Segmented
          value={choices.grow ?? 'fixed'}
          onValue={(grow) => onChange({ grow: grow === 'added' ? 'added' : null })}
          options={[
            { value: 'fixed', label: 'Fixed' },
            { value: 'added', label: 'Added when full' },
          ]}
        />
      </Field>
      <TermField
        label="Utilisation"
        unit="% of the time"
        value={plan.utilisation === 100 ? null : plan.utilisation}
        emptyText="100"
        limits={limits.utilisation}
        step={5}
        onValue={(value) => onPlan({ utilisation: value ?? 100 })}
      />
      <ThroughputField choices={choices} measured={measured} onChange={onChange} />
      <TermField
        label="Blend"
        unit="input to 1 output"
        value={choices.blend}
        emptyText={String(usualBlend)}
        limits={decisionLimits.blend}
        onValue={(blend) => onChange({ blend })}
      />
      <TermField
        label="Cached input"
        unit="%"
        value={choices.cached}
        emptyText="0"
        limits={decisionLimits.cached}
        step={5}
        onValue={(cached) => onChange({ cached })}
      />
      {choices.cached !== null && choices.cached > 0 && (
        <TermField
          label="Price of cached input"
          unit="% of input"
          value={choices.cachedPrice}
          emptyText="100"
          limits={decisionLimits.cachedPrice}
          step={5}
          hint="No service states it in this list: without it cached tokens count in full."
          onValue={(cachedPrice) => onChange({ cachedPrice })}
        />
      )}
      <TermField
        label="Traffic"
        unit="tokens/min"
        value={choices.traffic}
        emptyText="marker"
        limits={decisionLimits.traffic}
        step={1000}
        onValue={(traffic) => onChange({ traffic })}
      />
    </section>
  );
}

function toOption(hardware: Hardware) {
  const price = listedPrice(hardware);
  const detail =
    price.kind === 'listed'
      ? `${price.centsPerMinute} ¢/min`
      : price.kind === 'contact'
        ? price.words
        : 'no price';
  return { value: hardware.id, detail };
}
