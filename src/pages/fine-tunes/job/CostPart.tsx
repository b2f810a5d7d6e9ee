// Cost of a fine-tune: its figures and their sources.
import { useId } from 'react';
import { PriceUnitButton, TokenUnitPicker } from '#pricing/UnitPicker.tsx';
import { type Derived, formatDollars, inFormula, unknown, priceNumber } from '#pricing/money.ts';
import { usePriceUnit, type PriceUnit } from '#pricing/price-unit.ts';
import { useTokenUnit, dollarsPerToken, type TokenUnit } from '#pricing/units.ts';
import { Button } from '#ui/Button.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Popover } from '#ui/Popover.tsx';
import { isEnding, isOver, isWholeRun, statusKind } from '#api/fine-tune-status.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import type { ModelPricing } from '#api/schema/model.ts';
import { formatCounted, formatSignificant, noValue } from '#lib/format.ts';
import { isSet } from '#pages/fine-tunes/curves/fine-tune-curves.ts';

/** A dash's formula says what is missing. */
export function CostPart({ costs }: { costs: CostMeter }) {
  const rows: readonly (readonly [string, Derived])[] = [
    ['Total', costs.total],
    ['Spent so far', costs.spent],
    ['Per epoch', costs.perEpoch],
    ['After the best step', costs.afterBest],
    ['Saved if cancelled now', costs.savedByCancel],
  ];
  const isUnknown = costs.total.value === null;
  return (
    <div className="grid content-start gap-2">
      <PlainTable
        label="Cost"
        columns={[
          { id: 'cost', isRowHead: true, cellLook: 'text-muted', cell: ([name]) => name },
          {
            id: 'amount',
            isNumber: true,
            look: 'font-strong whitespace-nowrap',
            cell: ([, derived]) => amount(derived, costs.unit),
          },
          { id: 'formula', look: 'w-1/2 wrap-anywhere text-faint', cell: ([, { formula }]) => formula },
        ]}
        rows={isUnknown ? rows.slice(0, 1) : rows}
        rowKey={([name]) => name}
        isHeadless
      />
      <UnitButtons />
    </div>
  );
}

function UnitButtons() {
  const tokenId = useId();
  const priceUnit = usePriceUnit((state) => state.unit);
  const tokenUnit = useTokenUnit((state) => state.unit);
  return (
    <div className="-ml-2.5 flex flex-wrap">
      <PriceUnitButton>{`total_price: ${priceUnit.label}`}</PriceUnitButton>
      <Button look="quiet" popoverTarget={tokenId}>
        Token prices: {tokenUnit.label}
      </Button>
      <Popover id={tokenId} label="Unit of token prices">
        {(close) => <TokenUnitPicker onDone={close} />}
      </Popover>
    </div>
  );
}

function amount({ value }: Derived, unit: CostMeter['unit']): string {
  if (value === null) return noValue;
  return unit === 'dollars' ? formatDollars(value) : formatSignificant(value, 6);
}

export interface CostMeter {
  /** `as sent`: the unit of `total_price` is unknown. */
  readonly unit: 'dollars' | 'as sent';
  readonly total: Derived;
  /** By completed steps. */
  readonly spent: Derived;
  readonly perEpoch: Derived;
  /** Steps after the best one. */
  readonly afterBest: Derived;
  /** What cancelling now would save. */
  readonly savedByCancel: Derived;
}

export type Price = Pick<CostMeter, 'unit' | 'total'>;

interface PriceInput {
  readonly record: FineTune;
  readonly priceUnit: PriceUnit;
  /** Of the base model. */
  readonly pricing: ModelPricing | undefined;
  readonly tokenUnit: TokenUnit;
}

export interface CostInput extends PriceInput {
  readonly step: number | null;
  readonly total: number | null;
  /** Of the best evaluation. */
  readonly bestStep: number | null;
}

/** Formulas assume, and say, that services charge by the step. */
export function readCosts(input: CostInput): CostMeter {
  const { record, total: steps, bestStep } = input;
  // A service may report steps beyond its total.
  const step = input.step === null ? null : Math.min(input.step, steps ?? Infinity);
  const price = priceOf(input);
  const part = (count: number | null, of: string): Derived => {
    if (price.total.value === null) return unknown(price.total.formula);
    if (steps === null) return unknown('The number of steps is not known.');
    if (count === null) return unknown(of);
    return shareOf(price.total.value, count, steps);
  };
  const kind = statusKind(record.status);
  const done = isWholeRun(record) ? steps : step;
  // Steps never taken cost nothing.
  const taken = isCut(record) ? step : steps;
  const left = steps === null ? null : isEnding(record.status) ? 0 : steps - (step ?? 0);
  return {
    ...price,
    // Whole, however many steps that were.
    spent: steps === null && isWholeRun(record) ? price.total : part(done, 'No steps reported yet.'),
    perEpoch: perEpoch(price.total, record.n_epochs),
    afterBest: part(
      bestStep === null || taken === null ? null : Math.max(0, taken - bestStep),
      bestStep === null ? 'No evaluations with a step reported.' : 'No steps reported yet.',
    ),
    savedByCancel:
      kind === 'running' || kind === 'queued'
        ? part(left, 'No steps reported yet.')
        : unknown(kind === 'over' ? 'The job is over.' : stateWords(record.status)),
  };
}

/** It ended before its last step. */
export function isCut(record: FineTune): boolean {
  return isOver(record.status) && !isWholeRun(record);
}

/** An ended job paid only for what it did, if charged by the step. */
export function paidFor(price: Price, record: FineTune, step: number | null, steps: number | null): Price {
  const { value } = price.total;
  if (!isCut(record) || value === null) return price;
  if (step === null || steps === null)
    return { ...price, total: unknown('The number of steps it ran is unknown.') };
  return { ...price, total: shareOf(value, Math.min(step, steps), steps) };
}

function shareOf(price: number, count: number, steps: number): Derived {
  const formula = `${inFormula(price)} × ${count} of ${steps} steps, if charged per step`;
  return { value: (price * count) / steps, formula };
}

function stateWords(status: string | undefined): string {
  return status === undefined || status === ''
    ? 'The record has no status.'
    : `It is unknown whether a job that is “${status}” continues.`;
}

/** From the record, else the model's price. */
export function priceOf({ record, priceUnit, pricing, tokenUnit }: PriceInput): Price {
  const price = record.total_price;
  if (isSet(price)) {
    if (priceUnit.dollars === null)
      return {
        unit: 'as sent',
        total: { value: price, formula: 'total_price as sent; its unit is not stated' },
      };
    const value = price * priceUnit.dollars;
    return {
      unit: 'dollars',
      total: { value, formula: `total_price ${inFormula(price)}, read as ${priceUnit.label}` },
    };
  }
  const stated =
    price === undefined ? 'The record has no total_price' : 'total_price is 0, which often means "not set"';
  const rate = priceNumber(pricing?.finetune) ?? undefined;
  if (!isSet(rate)) return unpriced(`${stated}, and the base model has no fine-tuning price.`);
  if (!isSet(record.token_count)) return unpriced(`${stated}, and the record has no token_count.`);
  const value = record.token_count * dollarsPerToken(rate, tokenUnit);
  const formula = `${stated}; token_count ${inFormula(record.token_count)} × ${inFormula(rate)} ${tokenUnit.label}, the base model’s fine-tuning price`;
  return { unit: 'dollars', total: { value, formula } };
}

function perEpoch(total: Derived, epochs: number | undefined): Derived {
  if (total.value === null) return unknown(total.formula);
  if (!isSet(epochs)) return unknown('The record has no number of epochs.');
  return {
    value: total.value / epochs,
    formula: `${inFormula(total.value)} ÷ ${formatCounted(epochs, 'epoch')}`,
  };
}

function unpriced(why: string): Price {
  return { unit: 'as sent', total: unknown(why) };
}
