// Decision terms as form fields.
import { Link } from 'wouter';
import { addressOf, paths } from '#lib/address.ts';
import { leftLists } from '#lib/left-lists.ts';
import type { Hardware } from '#api/schema/hardware.ts';
import type { Model } from '#api/schema/model.ts';
import { formatCount } from '#lib/format.ts';
import { numberFields, type Choices, type ChangeNumber } from '#pages/hardware/configurations/search.ts';
import { ChoiceField } from '#pages/hardware/configurations/ChoiceField.tsx';
import { modelGroups, pricedFirst } from '#pages/hardware/configurations/model-options.ts';
import { TokenUnitPicker } from '#pricing/UnitPicker.tsx';
import { formatAmount, formatDollars } from '#pricing/money.ts';
import { dollarsPerHour, formatPriceIn, listedPrice, rate } from '#pricing/rate.ts';
import type { TokenUnit } from '#pricing/units.ts';
import { fieldText, maxBlend, workloadParams, type Workload } from '#pricing/workload.ts';
import { Button } from '#ui/Button.tsx';
import { Combobox } from '#ui/Combobox.tsx';
import { Field } from '#ui/Field.tsx';
import { NumberField } from '#ui/NumberInput.tsx';
import { Popover } from '#ui/Popover.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { localDay } from './decision-card.ts';
import { pairInWords } from './decision.ts';
import { defaultBlend, type MeasuredThroughput } from './use-decision.ts';

interface TermsPanelProps {
  models: readonly Model[];
  hardware: readonly Hardware[];
  /** Null if unknown. */
  offered: ReadonlySet<string> | null;
  modelId: string;
  hardwareId: string;
  choices: Choices;
  measured: MeasuredThroughput | null;
  /** Tokens per minute, even if the URL has none. */
  traffic: number;
  /** Null if nothing of it was entered. */
  workload: Workload | null;
  unit: TokenUnit;
  onUnit: (id: string) => void;
  onChange: (change: Partial<Choices>) => void;
  onNumber: ChangeNumber;
}

export function TermsPanel(props: TermsPanelProps) {
  const { models, hardware, offered, modelId, hardwareId, choices, measured, traffic, workload } = props;
  const { unit, onUnit, onChange, onNumber } = props;
  const field = { choices, onNumber };
  const chosen = hardware.find(({ id }) => id === hardwareId);
  const ownTraffic = choices.unread['traffic'] ?? (choices.trafficOf === null ? choices.traffic : null);
  const listedDollars = chosen ? rate(chosen, 'hour', 'whole').value : null;
  return (
    <section aria-label="Terms" className="grid max-w-112 gap-3 p-4">
      <Field label="Model">
        <Combobox
          label="Model"
          value={modelId}
          onValue={(model) => onChange({ model })}
          groups={modelGroups(pricedFirst(models))}
        />
      </Field>
      <Field label="Hardware">
        <Combobox
          label="Hardware"
          value={hardwareId}
          onValue={(open) => onChange({ open })}
          groups={hardwareGroups(hardware, offered)}
        />
      </Field>
      <ChoiceField
        choices={choices}
        onNumber={(name, value) => {
          if (choices.open === null) onChange({ open: hardwareId });
          onNumber(name, value);
        }}
        name="quote"
        emptyText={listedDollars === null ? 'unknown' : formatAmount(listedDollars)}
        {...(choices.quote !== null &&
          listedDollars !== null && { hint: `Instead of the listed ${formatDollars(listedDollars)}/h.` })}
        step={0.1}
      />
      <NumberField
        value={ownTraffic}
        written={fieldText(ownTraffic)}
        {...((choices.traffic === null || choices.trafficOf !== null) &&
          !('traffic' in choices.unread) && {
            hint: `${formatCount(traffic)} is an example: enter your own, input and output together.`,
          })}
        emptyText={formatCount(traffic)}
        startValue={Math.round(traffic)}
        {...numberFields.traffic}
        step={1000}
        onValue={(value) => onNumber('traffic', value)}
      />
      <Link
        href={addressOf(paths.models, {
          ...leftLists.get(paths.models),
          calc: 'open',
          prices: unit.id,
          ...(workload && workloadParams(workload)),
        })}
        className="act-link -mt-2 justify-self-start text-dense text-act underline"
      >
        Set it by requests a day
      </Link>
      <div className="flex min-h-control items-center justify-between gap-3">
        Read token prices as
        <Button popoverTarget="decision-unit" aria-label={`Unit of token prices: ${unit.label}`}>
          {unit.label}
        </Button>
        <Popover id="decision-unit" label="Unit of token prices">
          {(close) => <TokenUnitPicker unit={unit} onChosen={onUnit} onDone={close} />}
        </Popover>
      </div>
      <ChoiceField {...field} name="replicas" />
      <Field layout="row" label="Count">
        <Segmented
          value={choices.grow ?? 'fixed'}
          onValue={(grow) => onChange({ grow: grow === 'added' ? 'added' : null })}
          options={[
            { value: 'fixed', label: 'Fixed' },
            { value: 'added', label: 'Autoscale' },
          ]}
        />
      </Field>
      <ChoiceField {...field} name="used" step={5} />
      <ThroughputField
        choices={choices}
        modelId={modelId}
        hardwareId={hardwareId}
        measured={measured}
        onChange={onChange}
        onNumber={onNumber}
      />
      <ChoiceField
        {...field}
        name="blend"
        emptyText={String(defaultBlend)}
        {...(choices.blend === maxBlend && { hint: 'As of requests without output.' })}
      />
      <ChoiceField {...field} name="cached" emptyText="0" step={5} />
      {choices.cached !== null && choices.cached > 0 && (
        <ChoiceField
          {...field}
          name="cachedPrice"
          emptyText="100"
          step={5}
          hint="The API does not state it; if empty, cached tokens count in full."
        />
      )}
    </section>
  );
}

/** Exported for its test. @param offered null if unknown */
export function hardwareGroups(all: readonly Hardware[], offered: ReadonlySet<string> | null) {
  if (offered === null) return [{ label: 'Configurations', options: all.map(toOption) }];
  return [true, false].flatMap((isOffered) => {
    const options = all.filter(({ id }) => offered.has(id) === isOffered).map(toOption);
    const label = isOffered ? 'Offered for the model' : 'Not offered for the model';
    return options.length === 0 ? [] : [{ label, options }];
  });
}

function toOption(hardware: Hardware) {
  const price = listedPrice(hardware);
  const detail =
    price.kind === 'listed'
      ? formatPriceIn(dollarsPerHour(price.centsPerMinute), '$/h')
      : price.kind === 'contact'
        ? price.words
        : 'no price';
  return { value: hardware.id, detail };
}

interface ThroughputFieldProps {
  choices: Choices;
  modelId: string;
  hardwareId: string;
  /** Best stream of this model. */
  measured: MeasuredThroughput | null;
  onChange: (change: Partial<Choices>) => void;
  onNumber: ChangeNumber;
}

/** A measured figure is dated and a lower bound; typing over it makes it an entered one. */
function ThroughputField(props: ThroughputFieldProps) {
  const { choices, modelId, hardwareId, measured, onChange, onNumber } = props;
  const { tpm, tpmAt, tpmOf, tpmOn } = choices;
  const rounded = measured === null ? 0 : Math.round(measured.tokensPerMinute);
  const counts = tpmOf ?? (tpmAt === null ? 'total' : 'output');
  return (
    <div>
      <ChoiceField
        choices={choices}
        onNumber={(name, value) => {
          onNumber(name, value);
          if (typeof value === 'number') onChange({ tpmOn: pairInWords(modelId, hardwareId) });
        }}
        name="tpm"
        unit={`${counts === 'output' ? 'output' : 'in + out'} tokens/min a replica`}
        emptyText="unknown"
        step={1000}
      />
      {tpm !== null && tpmAt === null && (
        <div className="mt-1.5">
          <Segmented
            aria-label="Tokens counted"
            value={counts}
            onValue={(of) => onChange({ tpmOf: of === 'output' ? 'output' : null })}
            options={[
              { value: 'total', label: 'Input + output' },
              { value: 'output', label: 'Output only' },
            ]}
          />
        </div>
      )}
      {tpm !== null && tpmAt !== null && (
        <p className="mt-1 text-dense text-muted">
          Measured {localDay(tpmAt)} with one stream{tpmOn === null ? '' : ` on ${tpmOn}`}: a lower bound;
          concurrent streams may get more. Other hardware may serve more or less.
        </p>
      )}
      {counts === 'output' && tpm !== null && choices.blend === maxBlend && (
        <p className="mt-1 text-dense text-muted">
          These requests have no output: enter a throughput of input + output.
        </p>
      )}
      {measured === null && tpm === null && (
        <p className="mt-1 text-dense text-muted">
          Not measured: no long enough stream of this model in this browser.
        </p>
      )}
      {measured !== null && (tpm !== rounded || tpmAt !== measured.at) && (
        <div className="mt-1.5 grid gap-1.5">
          <p className="text-dense text-muted">
            Measured {localDay(measured.at)} on {measured.machine}: {formatCount(rounded)} output tokens/min,{' '}
            {measured.choices === 1
              ? 'one stream, a lower bound.'
              : `${measured.choices} choices of one stream, a lower bound.`}
          </p>
          <div>
            <Button
              onClick={() =>
                onChange({
                  // As of this model, even if another becomes the first.
                  ...(choices.model === null && { model: modelId }),
                  tpm: rounded,
                  tpmAt: measured.at,
                  tpmOf: 'output',
                  tpmOn: measured.machine,
                })
              }
            >
              Use measured value
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
