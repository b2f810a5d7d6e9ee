// Comparison rows: break-even per configuration or model.
import type { Hardware } from '#api/schema/hardware.ts';
import type { Model } from '#api/schema/model.ts';
import { formatCount } from '#lib/format.ts';
import type { Against } from '#pages/hardware/configurations/search.ts';
import { inFormula, unknown, type Derived } from '#pricing/money.ts';
import { dollarsPerHour, hoursPerMonth } from '#pricing/rate.ts';
import {
  computeBreakEven,
  isNotOffered,
  machineHour,
  trafficInWords,
  type BreakEven,
  verdictSentence,
} from './break-even.ts';
import { decisionCard } from './decision-card.ts';
import type { Decision } from './decision.ts';
import { hardwareFacts, modelFacts, type MeasuredThroughput } from './use-decision.ts';

export interface ComparisonRow {
  readonly id: string;
  readonly decision: Decision;
  readonly computed: BreakEven;
  /** The service does not run the model there; false, too, if unknown. */
  readonly isNotOffered: boolean;
  readonly sentence: string;
  /** Tokens per minute of one replica for dedicated to win. */
  readonly needed: Derived;
  /** Dollars a month of all replicas that the traffic takes. */
  readonly month: Derived;
}

/**
 * The terms' throughput applies only to the chosen one.
 * @param offered null if unknown
 */
export function hardwareRows(
  decision: Decision,
  all: readonly Hardware[],
  offered: ReadonlySet<string> | null = null,
): readonly ComparisonRow[] {
  const chosen = decision.hardware.id;
  const elsewhere = { ...decision.terms, throughput: null };
  return all.map((record) => {
    const isChosen = record.id === chosen;
    const isQuoted = isChosen && decision.hardware.isQuoted === true;
    const hardware = isQuoted ? decision.hardware : hardwareFacts(record);
    const terms = isChosen ? decision.terms : elsewhere;
    return toRow(hardware.id, { ...decision, hardware, terms }, offered?.has(hardware.id) === false);
  });
}

/** For a file, which has nothing beside the table. */
export function comparisonNote(decision: Decision, against: Against): string {
  const { model, hardware, terms } = decision;
  const other = against === 'hardware' ? `for ${model.id}` : `on ${hardware.id}`;
  const { assumptions, prices } = decisionCard(decision);
  const quote = hardware.isQuoted === true ? prices.slice(1) : [];
  // An example is among the assumptions.
  return [...new Set([other, trafficInWords(terms), ...assumptions, ...quote])].join(', ');
}

/**
 * With a price above zero. Others than the chosen one have their own measured throughput, or none.
 * @param isMissing the model was asked for before, and was not offered on the hardware
 */
export function modelRows(
  decision: Decision,
  all: readonly Model[],
  throughputOf: (id: string) => MeasuredThroughput | null,
  isMissing: (id: string) => boolean = () => false,
): readonly ComparisonRow[] {
  const { unit, id: chosen } = decision.model;
  return all.flatMap((record) => {
    const model = modelFacts(record, unit);
    if (model.input === null || model.output === null || model.input + model.output === 0) return [];
    if (model.id === chosen) return [toRow(model.id, { ...decision, model }, isNotOffered(decision))];
    const measured = throughputOf(model.id);
    const throughput =
      measured === null
        ? null
        : {
            tokensPerMinute: measured.tokensPerMinute,
            measuredAt: measured.at,
            counts: 'output' as const,
            machine: measured.machine,
          };
    const terms = { ...decision.terms, throughput };
    return [toRow(model.id, { ...decision, model, terms }, isMissing(model.id))];
  });
}

export const notOffered = 'The service does not offer the model on this hardware.';

function toRow(id: string, decision: Decision, isNone: boolean): ComparisonRow {
  const computed = computeBreakEven(decision);
  const need = needed(decision, computed);
  return {
    id,
    decision,
    computed,
    isNotOffered: isNone,
    needed: need,
    month: monthOf(decision, computed),
    // Few of ten thousand rows are visible.
    get sentence() {
      const verdict = `${isNone ? `${notOffered} ` : ''}${verdictSentence(decision)}`;
      if (computed.verdict.kind !== 'capacity-unknown' || need.value === null || need.value === 0)
        return verdict;
      return `${verdict} A replica must serve ${formatCount(Math.ceil(need.value))} tokens/min to break even.`;
    },
  };
}

function needed({ terms }: Decision, { breakEven }: BreakEven): Derived {
  if (breakEven.value === null) return unknown(breakEven.formula);
  const value = breakEven.value / terms.replicas / terms.utilisation;
  return {
    value,
    formula: `${inFormula(breakEven.value)} tokens/min ÷ ${terms.replicas} ÷ ${inFormula(terms.utilisation * 100)} % = ${inFormula(value)} tokens/min a replica`,
  };
}

function monthOf({ hardware }: Decision, { dedicatedCost, replicas }: BreakEven): Derived {
  const { centsPerMinute } = hardware;
  if (centsPerMinute === null) return dedicatedCost;
  return {
    value: replicas * dollarsPerHour(centsPerMinute) * hoursPerMonth,
    formula: `${replicas} × ${machineHour({ ...hardware, centsPerMinute })} × ${hoursPerMonth} h`,
  };
}
