// What a snapshot says in tables: its checkpoints, what it cost, what was asked for.
import { useMemo } from 'react';
import { checkpointName } from '#api/fine-tune-status.ts';
import { SavedCheckpoints } from '#pages/fine-tunes/detail/CheckpointTable.tsx';
import { ParameterTable } from '#pages/fine-tunes/detail/ParameterTable.tsx';
import { findBest } from '#pages/fine-tunes/insight/best-checkpoint.ts';
import { readCosts } from '#pages/fine-tunes/insight/cost-meter.ts';
import { CostPart } from '#pages/fine-tunes/insight/CostPart.tsx';
import type { FineTuneFacts } from '#pages/fine-tunes/insight/fine-tune-facts.ts';
import { usePriceUnit } from '#pricing/price-unit.ts';
import { currentStep } from '#pages/fine-tunes/insight/step-times.ts';
import { Section } from '#pages/fine-tunes/Section.tsx';
import { useTokenUnit } from '#pricing/units.ts';

/** As it was when it was saved; no service is asked, so the price of the base model is not known. */
export function SnapshotTables({ facts, total }: { facts: FineTuneFacts; total: number | null }) {
  const { record, curves, checkpoints } = facts;
  const { unit: priceUnit } = usePriceUnit();
  const { unit: tokenUnit } = useTokenUnit();
  const best = useMemo(() => findBest(record.id, curves, checkpoints), [record, curves, checkpoints]);
  const costs = readCosts({
    record,
    priceUnit,
    pricing: undefined,
    tokenUnit,
    step: currentStep(facts),
    total,
    bestStep: best.isKnown ? best.best.bestStep : best.bestStep,
  });
  return (
    <>
      <Section title="Checkpoints" note={checkpoints?.length}>
        {checkpoints === null || checkpoints.length === 0 ? (
          <p className="text-muted">
            {checkpoints === null
              ? 'They had not been read when the file was saved.'
              : 'None had been saved by then.'}
          </p>
        ) : (
          <SavedCheckpoints
            id={record.id}
            items={checkpoints}
            curves={curves}
            best={best}
            nameOf={(checkpoint) => checkpointName(record.id, checkpoint)}
          />
        )}
      </Section>
      <div className="grid gap-x-10 gap-y-4 desk:grid-cols-2">
        <Section title="Cost">
          {costs.total.value === null ? (
            <p className="text-muted">The record in this file states no price.</p>
          ) : (
            <CostPart costs={costs} />
          )}
        </Section>
        <Section title="Parameters">
          <ParameterTable fineTune={record} all={[]} search={{}} />
        </Section>
      </div>
    </>
  );
}
