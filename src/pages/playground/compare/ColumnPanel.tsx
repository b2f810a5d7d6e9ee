// What a column changes of the parameters that all columns share: every field says "not changed" until it is.
import type { ReactNode } from 'react';
import { maxStopSequences } from '#api/schema/completion-request.ts';
import { loadFieldHelp } from '#pages/playground/load-field-help.ts';
import { useDraft } from '#pages/playground/draft-store.ts';
import { fieldMark } from '#pages/playground/field-focus.ts';
import { parameterGroups } from '#pages/playground/parameters.ts';
import { ChipsInput } from '#ui/ChipsInput.tsx';
import { Field } from '#ui/Field.tsx';
import { FieldHelp } from '#ui/FieldHelp.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { ColumnBias } from './ColumnBias.tsx';
import { ChangedNumberField } from './ChangedNumberField.tsx';
import type { Changes, Column } from './column.ts';
import { changeColumn } from './columns-store.ts';

interface ColumnPanelProps {
  column: Column;
  /** What all columns send, by wire name, in words. */
  shared: ReadonlyMap<string, string>;
  errors: ReadonlyMap<string, string>;
}

/** Everything but the model, which stands in the column's head. */
export function ColumnPanel({ column, shared, errors }: ColumnPanelProps) {
  const { changes } = column;
  const sharedBias = useDraft((state) => state.draft.logit_bias);
  const change = (part: Changes) => changeColumn(column.id, { changes: part });
  const error = (field: string) => errors.get(field) ?? null;
  return (
    <FieldHelp load={loadFieldHelp}>
      <div className="divide-y divide-line">
        {parameterGroups.map(({ title, numbers }) => (
          <section key={title} aria-label={title} className="grid gap-2 px-4 py-4">
            <h2 className="text-dense font-strong text-muted">{title}</h2>
            {numbers.map((name) => (
              <ChangedNumberField
                key={name}
                name={name}
                text={changes.numbers[name]}
                shared={shared.get(name) ?? null}
                error={error(name)}
                onText={(text) => change({ ...changes, numbers: withText(changes.numbers, name, text) })}
              />
            ))}
            {title === 'Length and stop' && (
              <Changed
                name="stop"
                shared={shared.get('stop') ?? null}
                isChanged={changes.stop !== undefined}
                error={error('stop')}
                onReset={() => change(without(changes, 'stop'))}
              >
                <ChipsInput
                  values={changes.stop ?? []}
                  onValues={(values) => change({ ...changes, stop: [...values] })}
                  max={maxStopSequences}
                />
              </Changed>
            )}
            {title === 'Output' && (
              <>
                <Switch
                  name="stream"
                  value={changes.stream}
                  words={['false', 'true']}
                  canOmit={false}
                  error={error('stream')}
                  onValue={(value) =>
                    change(
                      value === undefined || value === null
                        ? without(changes, 'stream')
                        : { ...changes, stream: value },
                    )
                  }
                />
                <Changed
                  name="logit_bias"
                  shared={shared.get('logit_bias') ?? null}
                  isChanged={changes.logit_bias !== undefined}
                  error={error('logit_bias')}
                  onReset={() => change(without(changes, 'logit_bias'))}
                >
                  <ColumnBias
                    lines={changes.logit_bias}
                    shared={sharedBias}
                    model={column.model}
                    onLines={(lines) => change({ ...changes, logit_bias: [...lines] })}
                  />
                </Changed>
                <Switch
                  name="logprobs"
                  value={changes.logprobs}
                  words={['0', '1']}
                  error={error('logprobs')}
                  onValue={(value) =>
                    change(
                      value === undefined ? without(changes, 'logprobs') : { ...changes, logprobs: value },
                    )
                  }
                />
                <Switch
                  name="echo"
                  value={changes.echo}
                  words={['false', 'true']}
                  error={error('echo')}
                  onValue={(value) =>
                    change(value === undefined ? without(changes, 'echo') : { ...changes, echo: value })
                  }
                />
                <Changed
                  name="safety_model"
                  shared={shared.get('safety_model') ?? null}
                  isChanged={changes.safety_model !== undefined}
                  error={error('safety_model')}
                  onReset={() => change(without(changes, 'safety_model'))}
                >
                  <TextInput
                    isMono
                    placeholder={changes.safety_model === undefined ? 'not changed' : 'not sent'}
                    value={changes.safety_model ?? ''}
                    onValue={(value) => change({ ...changes, safety_model: value })}
                  />
                </Changed>
              </>
            )}
          </section>
        ))}
      </div>
    </FieldHelp>
  );
}

function withText(
  numbers: Changes['numbers'],
  name: keyof Changes['numbers'],
  text: string | undefined,
): Changes['numbers'] {
  const { [name]: _, ...others } = numbers;
  return text === undefined ? others : { ...others, [name]: text };
}

function without(changes: Changes, name: Exclude<keyof Changes, 'numbers'>): Changes {
  const { [name]: _, ...others } = changes;
  return others;
}

interface ChangedProps {
  name: string;
  shared: string | null;
  isChanged: boolean;
  error: string | null;
  onReset: () => void;
  children: ReactNode;
}

function Changed({ name, shared, isChanged, error, onReset, children }: ChangedProps) {
  return (
    <div {...fieldMark(name)}>
      <Field
        label={name}
        name={name}
        error={error}
        isUnset={!isChanged}
        hint={isChanged ? undefined : `not changed: ${shared ?? 'not sent'}`}
      >
        <div className="flex items-center gap-1">
          <div className="min-w-0 flex-1">{children}</div>
          {isChanged && <IconButton icon="cross" label={`Do not change ${name}`} onClick={onReset} />}
        </div>
      </Field>
    </div>
  );
}

interface SwitchProps {
  name: string;
  /** undefined: not changed; null: not sent. */
  value: boolean | null | undefined;
  words: readonly [string, string];
  /** Whether the field may be left out of the request. */
  canOmit?: boolean;
  error: string | null;
  onValue: (value: boolean | null | undefined) => void;
}

const switchValues = { same: undefined, omit: null, no: false, yes: true } as const;

function Switch({ name, value, words, canOmit = true, error, onValue }: SwitchProps) {
  return (
    <div {...fieldMark(name)}>
      <Field label={name} error={error} isUnset={value === undefined}>
        <Segmented
          isWide
          value={value === undefined ? 'same' : value === null ? 'omit' : value ? 'yes' : 'no'}
          onValue={(next) => onValue(switchValues[next])}
          options={[
            { value: 'same', label: 'not changed' },
            ...(canOmit ? [{ value: 'omit', label: 'not sent' } as const] : []),
            { value: 'no', label: words[0] },
            { value: 'yes', label: words[1] },
          ]}
        />
      </Field>
    </div>
  );
}
