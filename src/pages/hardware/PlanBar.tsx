// What is planned: memory that is needed, replicas, use and budget, and in sentences what that means for the table.
import { Field } from '#ui/Field.tsx';
import { NumberInput } from '#ui/NumberInput.tsx';
import { isWithin, parseNumber } from '#ui/number-text.ts';
import { useState } from 'react';
import type { HardwareRow } from './hardware-row.ts';
import { budgetSentence, needSentence, timesSentence } from './plan-words.ts';
import { limits, type Choices } from './search.ts';

interface PlanBarProps {
  choices: Choices;
  rows: readonly HardwareRow[];
  onChange: (change: Partial<Choices>) => void;
  onOpen: (id: string) => void;
  /** On a phone the fields are in sight only while this is true; what is planned always is. */
  isUnfolded: boolean;
  /** The id of the fields, for the button that folds them. */
  fieldsId: string;
}

/** Fields are in the address as soon as they can be read. */
export function PlanBar({ choices, rows, onChange, onOpen, isUnfolded, fieldsId }: PlanBarProps) {
  const { need, replicas, utilisation, budget } = choices;
  const cheapest = rows.find(({ isCheapest }) => isCheapest);
  const times = timesSentence(replicas, utilisation);
  const isPlanned = need !== null || budget !== null || times !== '';
  return (
    <section
      aria-label="Plan"
      className={`flex shrink-0 flex-wrap items-start gap-x-5 gap-y-2 border-b border-line bg-panel px-3 py-2 ${isUnfolded || isPlanned ? '' : 'max-tablet:hidden'}`}
    >
      <div
        id={fieldsId}
        className={`contents ${isUnfolded ? 'max-tablet:grid max-tablet:w-full max-tablet:grid-cols-2 max-tablet:items-center max-tablet:gap-x-4 max-tablet:gap-y-2' : 'max-tablet:hidden'}`}
      >
        <PlanField
          label="At least"
          unit="GB"
          value={need}
          emptyText="any"
          range={limits.need}
          onValue={(value) => onChange({ need: value })}
        />
        <PlanField
          label="Replicas"
          value={replicas === 1 ? null : replicas}
          emptyText="1"
          range={limits.replicas}
          isWhole
          onValue={(value) => onChange({ replicas: value ?? 1 })}
        />
        <PlanField
          label="Used"
          unit="% of the time"
          value={utilisation === 100 ? null : utilisation}
          emptyText="100"
          range={limits.utilisation}
          onValue={(value) => onChange({ utilisation: value ?? 100 })}
        />
        <PlanField
          label="Budget"
          unit="$/month"
          value={budget}
          emptyText="none"
          range={limits.budget}
          onValue={(value) => onChange({ budget: value })}
        />
      </div>
      <p aria-live="polite" className="min-h-control min-w-72 flex-1 content-center text-muted">
        {times !== '' && <span className="tablet:hidden">{times} </span>}
        {need === null && budget === null && 'Say how much memory is needed, or what a month may cost.'}
        {need !== null && (
          <>
            {needSentence(need, cheapest, choices)}{' '}
            {cheapest && (
              <>
                <button
                  type="button"
                  onClick={() => onOpen(cheapest.hardware.id)}
                  className="font-mono text-dense text-act hover:underline"
                >
                  {cheapest.hardware.id}
                </button>
                .
              </>
            )}{' '}
          </>
        )}
        {budget !== null && budgetSentence(rows, budget, replicas)}
      </p>
    </section>
  );
}

interface PlanFieldProps {
  label: string;
  unit?: string;
  /** Null where the field is empty. */
  value: number | null;
  emptyText: string;
  range: { readonly min: number; readonly max: number };
  isWhole?: boolean;
  onValue: (value: number | null) => void;
}

function PlanField({ label, unit, value, emptyText, range, isWhole = false, onValue }: PlanFieldProps) {
  const [typed, setTyped] = useState({ text: value === null ? '' : String(value), value });
  // Another value came from outside (a link, back): it replaces what was typed.
  const text = typed.value === value ? typed.text : value === null ? '' : String(value);
  const read = parseNumber(text);
  const isGood = (number: number | null | undefined) =>
    number === null ||
    (number !== undefined && isWithin(number, range) && (!isWhole || Number.isInteger(number)));
  return (
    <Field
      layout="row"
      label={label}
      {...(unit !== undefined && { unit })}
      error={
        isGood(read)
          ? undefined
          : `${isWhole ? 'A whole number' : 'A number'} from ${range.min} to ${range.max}.`
      }
    >
      <NumberInput
        text={text}
        {...range}
        emptyText={emptyText}
        onText={(next) => {
          const number = parseNumber(next);
          const isKept = number !== undefined && isGood(number);
          setTyped({ text: next, value: isKept ? meant(number, emptyText) : value });
          if (isKept) onValue(number);
        }}
      />
    </Field>
  );
}

/** A field whose empty text is its default shows that default as empty. */
function meant(number: number | null, emptyText: string): number | null {
  return number !== null && String(number) === emptyText ? null : number;
}
