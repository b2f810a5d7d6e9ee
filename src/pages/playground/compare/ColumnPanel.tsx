// Parameter overrides of one column.
import { Suspense, type ReactNode } from 'react';
import {
  inputLimits,
  isNumberField,
  isSwitchField,
  maxStopSequences,
  requestFields,
  type NumberField,
  type RequestField,
} from '#api/schema/request-fields.ts';
import { useDraft, fieldMark, focusField } from '#draft/draft-store.ts';
import { recordOf, type Draft } from '#draft/draft.ts';
import { FieldSections } from '#draft/FieldSections.tsx';
import { fieldHelp } from '#draft/field-help.ts';
import { IconButton, Button } from '#ui/Button.tsx';
import { ChipsInput } from '#ui/ChipsInput.tsx';
import { Field, TextInput } from '#ui/Field.tsx';
import { NumberInput } from '#ui/NumberInput.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { Loading } from '#ui/States.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { parseNumber } from '#ui/number-text.ts';
import type { Changes, Column } from './column.ts';
import { changeColumn } from './columns-store.ts';

interface ColumnPanelProps {
  column: Column;
  /** By wire name, formatted. */
  shared: ReadonlyMap<string, string | null>;
  errors: ReadonlyMap<string, string>;
}

export function ColumnPanel({ column, shared, errors }: ColumnPanelProps) {
  return (
    <FieldSections
      help={fieldHelp()}
      renderField={(name) => (
        <ColumnField
          key={name}
          name={name}
          column={column}
          shared={shared.get(name) ?? null}
          error={errors.get(name) ?? null}
        />
      )}
    />
  );
}

interface ColumnFieldProps {
  name: RequestField;
  column: Column;
  /** Formatted; null if not sent. */
  shared: string | null;
  error: string | null;
}

function ColumnField({ name, column: { id, model, changes }, shared, error }: ColumnFieldProps) {
  const sharedBias = useDraft((state) => state.draft.logit_bias);
  const change = (part: Partial<Changes>) => changeColumn(id, { changes: { ...changes, ...part } });
  const reset = (field: Exclude<RequestField, NumberField>) =>
    changeColumn(id, { changes: without(changes, field) });
  if (isNumberField(name)) {
    return (
      <ChangedNumberField
        name={name}
        text={changes.numbers[name]}
        shared={shared}
        error={error}
        onText={(text) => change({ numbers: withText(changes.numbers, name, text) })}
      />
    );
  }
  if (isSwitchField(name)) {
    const { off, on } = requestFields[name];
    return (
      <Switch
        name={name}
        value={changes[name]}
        words={[String(off), String(on)]}
        error={error}
        onValue={(value) => (value === undefined ? reset(name) : change(recordOf([name], () => value)))}
      />
    );
  }
  if (name === 'stream') {
    return (
      <Switch
        name={name}
        value={changes.stream}
        words={['false', 'true']}
        canOmit={false}
        error={error}
        onValue={(value) => (typeof value === 'boolean' ? change({ stream: value }) : reset(name))}
      />
    );
  }
  return (
    <Changed
      name={name}
      shared={shared}
      isChanged={changes[name] !== undefined}
      error={error}
      onReset={() => reset(name)}
    >
      {name === 'stop' ? (
        <ChipsInput
          values={changes.stop ?? []}
          onValues={(values) => change({ stop: [...values] })}
          max={maxStopSequences}
        />
      ) : name === 'logit_bias' ? (
        <ColumnBias
          lines={changes.logit_bias}
          shared={sharedBias}
          model={model}
          error={error}
          onLines={(lines) => change({ logit_bias: [...lines] })}
        />
      ) : (
        <TextInput
          isMono
          placeholder={changes[name] === undefined ? 'same' : 'default'}
          value={changes[name] ?? ''}
          onValue={(value) => change(recordOf([name], () => value))}
        />
      )}
    </Changed>
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

function without(changes: Changes, name: Exclude<RequestField, NumberField>): Changes {
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
        hint={isChanged ? undefined : `unchanged: ${shared ?? 'default'}`}
      >
        <div className="flex items-center gap-1">
          <div className="min-w-0 flex-1">{children}</div>
          {isChanged && (
            <IconButton
              icon="cross"
              label={`Use the shared ${name}`}
              onClick={() => {
                onReset();
                focusField(name);
              }}
            />
          )}
        </div>
      </Field>
    </div>
  );
}

interface SwitchProps {
  name: string;
  /** undefined: unchanged; null: not sent. */
  value: boolean | null | undefined;
  words: readonly [string, string];
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
            { value: 'same', label: 'unchanged' },
            ...(canOmit ? [{ value: 'omit', label: 'default' } as const] : []),
            { value: 'no', label: words[0] },
            { value: 'yes', label: words[1] },
          ]}
        />
      </Field>
    </div>
  );
}

interface ChangedNumberFieldProps {
  name: NumberField;
  /** Empty: not sent although shared. */
  text: string | undefined;
  shared: string | null;
  error: string | null;
  onText: (text: string | undefined) => void;
}

/** The small button omits or resets. */
function ChangedNumberField({ name, text, shared, error, onText }: ChangedNumberFieldProps) {
  const limits = inputLimits(name);
  const isChanged = text !== undefined;
  const reset = (next: string | undefined) => {
    onText(next);
    focusField(name);
  };
  return (
    <div {...fieldMark(name)}>
      <Field
        label={
          <>
            {name}
            {shared !== null && <span className="text-label text-faint"> {shared} shared</span>}
          </>
        }
        name={name}
        layout="row"
        error={error}
        isUnset={!isChanged}
      >
        <div className="flex items-center gap-1">
          <NumberInput
            text={text ?? ''}
            onText={(next) => onText(next.trim() === '' ? undefined : next)}
            emptyText={isChanged ? 'default' : 'same'}
            {...limits}
            startValue={(isChanged ? null : parseNumber(shared ?? '')) ?? limits.startValue}
          />
          <span className="w-control shrink-0">
            {isChanged ? (
              <IconButton icon="cross" label={`Use the shared ${name}`} onClick={() => reset(undefined)} />
            ) : (
              shared !== null && (
                <IconButton icon="minus" label={`Use the default ${name}`} onClick={() => reset('')} />
              )
            )}
          </span>
        </div>
      </Field>
    </div>
  );
}

const BiasLines = lazyPart(() => import('#pages/playground/parameters/BiasLines.tsx'), 'BiasLines');

type Lines = Draft['logit_bias'];

interface ColumnBiasProps {
  /** undefined: unchanged; empty: not sent. */
  lines: Lines | undefined;
  shared: Lines;
  /** Token ids belong to it. */
  model: string;
  error: string | null;
  onLines: (lines: Lines) => void;
}

function ColumnBias({ lines, shared, model, error, onLines }: ColumnBiasProps) {
  return (
    <div className="grid gap-1">
      {lines !== undefined && lines.length > 0 && (
        <Suspense fallback={<Loading rows={lines.length} />}>
          <BiasLines lines={lines} onLines={onLines} error={error} model={model} />
        </Suspense>
      )}
      <div className="flex flex-wrap gap-1">
        <Button look="quiet" onClick={() => onLines([...(lines ?? shared), { token: '', bias: '' }])}>
          + token id
        </Button>
        {(lines ?? shared).length > 0 && (
          <Button look="quiet" onClick={() => onLines([])}>
            Remove all
          </Button>
        )}
      </div>
    </div>
  );
}
