// The chosen model on every configuration, and the chosen configuration under every model: the same reckoning, row by row.
import type { Hardware } from '#api/schema/hardware.ts';
import type { Model } from '#api/schema/model.ts';
import { formatCount } from '#lib/format.ts';
import { inFormula, unknown, type Derived } from '#pricing/money.ts';
import type { MeasuredThroughput } from './ThroughputField.tsx';
import { computeBreakEven, type BreakEven, verdictSentence } from './break-even.ts';
import type { Decision } from './decision.ts';
import { hardwareFacts, modelFacts } from './use-decision.ts';

/** A row of either list. */
export interface ComparisonRow {
  readonly id: string;
  readonly decision: Decision;
  readonly reckoning: BreakEven;
  readonly sentence: string;
  /** What one replica must serve a minute, so that dedicated can win. */
  readonly needed: Derived;
}

/**
 * One row a configuration. The throughput of the terms is that of the chosen one: what one machine serves says nothing of
 * another, which is reckoned without any.
 */
export function hardwareRows(decision: Decision, all: readonly Hardware[]): readonly ComparisonRow[] {
  const chosen = decision.hardware.id;
  const elsewhere = { ...decision.terms, throughput: null };
  return all.map((record) => {
    const hardware = hardwareFacts(record);
    const terms = hardware.id === chosen ? decision.terms : elsewhere;
    return toRow(hardware.id, { ...decision, hardware, terms });
  });
}

/**
 * One row a model that has a price above zero. Another model than the chosen one is reckoned with its own measured
 * throughput, or with none: what one model reaches says nothing of another.
 */
export function modelRows(
  decision: Decision,
  all: readonly Model[],
  throughputOf: (id: string) => MeasuredThroughput | null,
): readonly ComparisonRow[] {
  const { unit, id: chosen } = decision.model;
  return all.flatMap((record) => {
    const model = modelFacts(record, unit);
    if (model.input === null || model.output === null || model.input + model.output === 0) return [];
    if (model.id === chosen) return [toRow(model.id, { ...decision, model })];
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
    return [toRow(model.id, { ...decision, model, terms: { ...decision.terms, throughput } })];
  });
}

function toRow(id: string, decision: Decision): ComparisonRow {
  const reckoning = computeBreakEven(decision);
  const need = needed(decision, reckoning);
  return {
    id,
    decision,
    reckoning,
    needed: need,
    // Made when it is read: of ten thousand rows a few are seen.
    get sentence() {
      const verdict = verdictSentence(decision);
      if (reckoning.verdict.kind !== 'capacity-unknown' || need.value === null || need.value === 0)
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
