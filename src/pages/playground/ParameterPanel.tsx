// The parameters of the request, in groups; a field that was not touched is not sent, and looks like it.
import type { Model } from '#api/schema/model.ts';
import {
  fieldGroups,
  fieldNames,
  isNumberField,
  isSwitchField,
  isTextField,
  maxStopSequences,
  requestFields,
  type RequestField,
  type SwitchField,
  type TextField,
} from '#api/schema/request-fields.ts';
import { IconButton } from '#ui/Button.tsx';
import { ChipsInput } from '#ui/ChipsInput.tsx';
import { Combobox } from '#ui/Combobox.tsx';
import { Field, FieldHelp } from '#ui/Field.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { BiasField } from './BiasField.tsx';
import { NumberParameterField } from './NumberParameterField.tsx';
import { changeDraft, useDraft } from './draft-store.ts';
import { recordOf } from './draft.ts';
import { fieldMark } from './field-focus.ts';
import { fieldHelp } from './field-help.ts';
import { defaultModel, toGroup } from './model-groups.ts';
import { unsentNumber } from './parameters.ts';

interface ParameterPanelProps {
  /** Messages by wire name: what keeps the draft from being sent, or what the service refused. */
  errors: ReadonlyMap<string, string>;
  models: readonly Model[];
}

/** Every field of CompletionRequest but model and prompt, which stand where they are read. */
export function ParameterPanel({ errors, models }: ParameterPanelProps) {
  const chosen = useDraft((state) => state.draft.model);
  const model = chosen === '' ? defaultModel(models) : models.find(({ id }) => id === chosen);
  return (
    <FieldHelp texts={fieldHelp}>
      <div className="divide-y divide-line">
        {fieldGroups.map((title) => (
          <section key={title} aria-label={title} className="grid gap-2 px-4 py-4">
            <h2 className="text-dense font-strong text-muted">{title}</h2>
            {fieldNames
              .filter((name) => requestFields[name].group === title)
              .map((name) => (
                <ParameterField
                  key={name}
                  name={name}
                  error={errors.get(name) ?? null}
                  model={model}
                  models={models}
                />
              ))}
          </section>
        ))}
      </div>
    </FieldHelp>
  );
}

interface ParameterFieldProps {
  name: RequestField;
  error: string | null;
  model: Model | undefined;
  models: readonly Model[];
}

function ParameterField({ name, error, model, models }: ParameterFieldProps) {
  if (isNumberField(name)) {
    return <NumberParameterField name={name} error={error} unsent={unsentNumber(model, name)} />;
  }
  if (isSwitchField(name)) return <SwitchParameterField name={name} error={error} />;
  if (isTextField(name)) return <TextParameterField name={name} error={error} models={models} />;
  if (name === 'stop') return <StopField error={error} />;
  return name === 'stream' ? <StreamField error={error} /> : <BiasField error={error} />;
}

const switchValues = { 'not sent': undefined, no: false, yes: true } as const;

/** "Not sent" is the first of three, and looks like it. */
function SwitchParameterField({ name, error }: { name: SwitchField; error: string | null }) {
  const value = useDraft((state) => state.draft[name]);
  const { off, on } = requestFields[name];
  return (
    <div {...fieldMark(name)}>
      <Field label={name} name={name} layout="row" error={error} isUnset={value === undefined}>
        <Segmented
          value={value === undefined ? 'not sent' : value ? 'yes' : 'no'}
          onValue={(next) => changeDraft(recordOf([name], () => switchValues[next]))}
          options={[
            { value: 'not sent', label: 'not sent' },
            { value: 'no', label: String(off) },
            { value: 'yes', label: String(on) },
          ]}
        />
      </Field>
    </div>
  );
}

/** The page always says how the answer is to come. */
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
  const { suggests } = requestFields[name];
  const change = (text: string) => changeDraft(recordOf([name], () => text));
  return (
    <div {...fieldMark(name)}>
      <Field label={name} name={name} error={error} isUnset={value === ''}>
        <div className="flex items-center gap-1">
          {suggests === undefined ? (
            <TextInput placeholder="not sent" value={value} onValue={change} />
          ) : (
            <Combobox
              label={name}
              value={value}
              onValue={change}
              groups={[
                toGroup(
                  suggests,
                  models.filter(({ type }) => type === suggests),
                ),
              ]}
              emptyText="not sent"
            />
          )}
          {value !== '' && (
            <IconButton icon="cross" label={`Do not send ${name}`} onClick={() => change('')} />
          )}
        </div>
      </Field>
    </div>
  );
}

/** Chips; a line end is typed as `\n`, a tab as `\t`. */
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
