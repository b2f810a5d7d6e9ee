// Parameter panel; untouched is unsent.
import { memo, useMemo, useState } from 'react';
import type { Model } from '#api/schema/model.ts';
import {
  inputLimits,
  isNumberField,
  isSwitchField,
  isTextField,
  maxStopSequences,
  requestFields,
  type RequestField,
  type SwitchField,
  type TextField,
  type NumberField,
} from '#api/schema/request-fields.ts';
import { FieldSections } from '#draft/FieldSections.tsx';
import { changeDraft, useDraft, fieldMark, focusField, changeNumber } from '#draft/draft-store.ts';
import { recordOf } from '#draft/draft.ts';
import { fieldHelp } from '#draft/field-help.ts';
import { formatCount } from '#lib/format.ts';
import { IconButton } from '#ui/Button.tsx';
import { ChipsInput } from '#ui/ChipsInput.tsx';
import { Combobox } from '#ui/Combobox.tsx';
import { Field } from '#ui/Field.tsx';
import { NumberInput, Slider, useScrollGuard } from '#ui/NumberInput.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { parseNumber } from '#ui/number-text.ts';
import { TextArea } from '#ui/TextArea.tsx';
import { BiasField } from './BiasField.tsx';
import { defaultsOf } from './change-to.ts';
import { defaultModel, groupModels } from './use-model.ts';

interface ParameterPanelProps {
  /** By wire name. */
  errors: ReadonlyMap<string, string>;
  models: readonly Model[];
}

/** Without model and prompt. */
export function ParameterPanel({ errors, models }: ParameterPanelProps) {
  const chosen = useDraft((state) => state.draft.model);
  const model = chosen === '' ? defaultModel(models) : models.find(({ id }) => id === chosen);
  const context = model?.context_length;
  // A new object would render every field.
  const help = useMemo(() => helpIn(context), [context]);
  return (
    <FieldSections
      help={help}
      renderField={(name) => (
        <ParameterField
          key={name}
          name={name}
          error={errors.get(name) ?? null}
          model={model}
          models={models}
        />
      )}
    />
  );
}

/** @param context of the model, in tokens */
function helpIn(context: number | undefined): Readonly<Record<string, string>> {
  if (context === undefined) return fieldHelp();
  const shared = `Prompt and output share the context of ${formatCount(context)} tokens.`;
  return { ...fieldHelp(), max_tokens: `${fieldHelp()['max_tokens']} ${shared}` };
}

interface ParameterFieldProps {
  name: RequestField;
  error: string | null;
  model: Model | undefined;
  models: readonly Model[];
}

/** Each reads its own value: typing rerenders no other. */
const ParameterField = memo(function ParameterField({ name, error, model, models }: ParameterFieldProps) {
  if (isNumberField(name)) {
    const sliderMax = name === 'max_tokens' ? model?.context_length : undefined;
    return (
      <NumberParameterField
        name={name}
        error={error}
        unsent={unsentNumber(model, name)}
        sliderMax={sliderMax}
      />
    );
  }
  if (isSwitchField(name)) return <SwitchParameterField name={name} error={error} />;
  if (isTextField(name)) return <TextParameterField name={name} error={error} models={models} />;
  if (name === 'stop') return <StopField error={error} />;
  return name === 'stream' ? <StreamField error={error} /> : <BiasField error={error} />;
});

const switchValues = { default: undefined, no: false, yes: true } as const;

function SwitchParameterField({ name, error }: { name: SwitchField; error: string | null }) {
  const value = useDraft((state) => state.draft[name]);
  const { off, on } = requestFields[name];
  return (
    <div {...fieldMark(name)}>
      <Field label={name} name={name} layout="row" error={error} isUnset={value === undefined}>
        <Segmented
          value={value === undefined ? 'default' : value ? 'yes' : 'no'}
          onValue={(next) => changeDraft(recordOf([name], () => switchValues[next]))}
          options={[
            { value: 'default', label: 'default' },
            { value: 'no', label: String(off) },
            { value: 'yes', label: String(on) },
          ]}
        />
      </Field>
    </div>
  );
}

/** Always sent: the page has to know how the answer arrives. */
function StreamField({ error }: { error: string | null }) {
  const isStream = useDraft((state) => state.draft.stream);
  return (
    <div {...fieldMark('stream')}>
      <Field label="stream" name="stream" layout="row" error={error}>
        <Segmented
          value={isStream ? 'true' : 'false'}
          onValue={(value) => changeDraft({ stream: value === 'true' })}
          options={[
            { value: 'false', label: 'false' },
            { value: 'true', label: 'true' },
          ]}
        />
      </Field>
    </div>
  );
}

interface TextParameterFieldProps {
  name: TextField;
  error: string | null;
  models: readonly Model[];
}

function TextParameterField({ name, error, models }: TextParameterFieldProps) {
  const value = useDraft((state) => state.draft[name]);
  const { modelType } = requestFields[name];
  const change = (text: string) => changeDraft(recordOf([name], () => text));
  return (
    <div {...fieldMark(name)}>
      <Field label={name} name={name} error={error} isUnset={value === ''}>
        <div className="flex items-center gap-1">
          {modelType === undefined ? (
            <div className="min-w-0 flex-1">
              <TextArea rows={1} placeholder="none" value={value} onValue={change} />
            </div>
          ) : (
            <Combobox
              label={name}
              value={value}
              onValue={change}
              groups={groupModels(models, ({ type }) => type === modelType)}
              emptyText="none"
            />
          )}
          {value !== '' && <ResetButton name={name} onReset={() => change('')} />}
        </div>
      </Field>
    </div>
  );
}

/** A line end is typed as `\n`, a tab as `\t`. */
function StopField({ error }: { error: string | null }) {
  const values = useDraft((state) => state.draft.stop);
  return (
    <div {...fieldMark('stop')}>
      <Field label="stop" name="stop" error={error} isUnset={values.length === 0}>
        <ChipsInput
          values={values}
          onValues={(next) => changeDraft({ stop: [...next] })}
          max={maxStopSequences}
        />
      </Field>
    </div>
  );
}

/** Few enough digits to read. */
const seeds = 1e6;

interface NumberParameterFieldProps {
  /** Also the label, to match the API documentation. */
  name: NumberField;
  error: string | null;
  /** The service's default. */
  unsent: number | undefined;
  /** Of the model; the slider ends there. */
  sliderMax: number | undefined;
}

function NumberParameterField({ name, error, unsent, sliderMax = Infinity }: NumberParameterFieldProps) {
  const [isEditing, setEditing] = useState(false);
  const text = useDraft((state) => state.draft.numbers[name] ?? '');
  const { step, slider } = requestFields[name];
  const value = parseNumber(text) ?? null;
  const guard = useScrollGuard(text, (before) => changeNumber(name, before));
  return (
    <div {...fieldMark(name)} {...guard} onChange={() => setEditing(true)} onBlur={() => setEditing(false)}>
      <Field
        label={name}
        name={name}
        layout="row"
        error={isEditing ? null : error}
        isUnset={text === ''}
        below={
          slider && (
            <Slider
              value={value}
              onValue={(next) => changeNumber(name, String(next))}
              min={slider.min}
              max={Math.min(slider.max, sliderMax)}
              rest={unsent ?? slider.rest}
              step={step}
            />
          )
        }
      >
        {/* First in tab order, last on screen: buttons appear without moving it. */}
        <div className="flex flex-row-reverse items-center gap-0.5">
          <NumberInput
            text={text}
            onText={(next) => changeNumber(name, next)}
            emptyValue={unsent}
            {...inputLimits(name)}
          />
          {name === 'seed' && (
            <IconButton
              icon="dice"
              label="Random seed"
              onClick={() => changeNumber(name, String(Math.floor(Math.random() * seeds)))}
            />
          )}
          {text !== '' && <ResetButton name={name} onReset={() => changeNumber(name, '')} />}
        </div>
      </Field>
    </div>
  );
}

function ResetButton({ name, onReset }: { name: RequestField; onReset: () => void }) {
  return (
    <IconButton
      icon="cross"
      label={`Reset ${name} to default`}
      onClick={() => {
        onReset();
        focusField(name);
      }}
    />
  );
}

function unsentNumber(model: Model | undefined, name: NumberField): number | undefined {
  const value = defaultsOf(model)[name];
  return typeof value === 'number' ? value : undefined;
}
