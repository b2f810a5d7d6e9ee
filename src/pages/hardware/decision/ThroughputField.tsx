// Throughput field: typed or measured.
import type { Throughput } from '#pricing/throughput.ts';
import { formatCount } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { NumberField } from '#ui/NumberInput.tsx';
import {
  decisionLimits,
  type ChangeNumber,
  type DecisionChoices,
} from '#pages/hardware/configurations/search.ts';

export interface MeasuredThroughput extends Throughput {
  /** Id of a configuration, or words. */
  readonly machine: string;
}

interface ThroughputFieldProps {
  choices: Pick<DecisionChoices, 'tpm' | 'tpmAt' | 'tpmOf' | 'tpmOn' | 'unread'>;
  /** Best stream of this model. */
  measured: MeasuredThroughput | null;
  onChange: (change: Partial<DecisionChoices>) => void;
  onNumber: ChangeNumber;
}

/** A measured figure is dated and a lower bound; typing over it makes it an entered one. */
export function ThroughputField({ choices, measured, onChange, onNumber }: ThroughputFieldProps) {
  const { tpm, tpmAt, tpmOf, tpmOn, unread } = choices;
  const rounded = measured === null ? 0 : Math.round(measured.tokensPerMinute);
  const counts = tpmOf ?? (tpmAt === null ? 'total' : 'output');
  return (
    <div>
      <NumberField
        label="Throughput"
        unit={`${counts === 'output' ? 'output' : 'in + out'} tokens/min a replica`}
        value={unread['tpm'] ?? tpm}
        emptyText="unknown"
        {...decisionLimits.tpm}
        step={1000}
        onValue={(value) => onNumber('tpm', value)}
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
          Measured {tpmAt.slice(0, 10)} with one stream{tpmOn === null ? '' : ` on ${tpmOn}`}: a lower bound;
          concurrent streams may get more. Other hardware may serve more or less.
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
            Measured {measured.at.slice(0, 10)} on {measured.machine}: {formatCount(rounded)} output
            tokens/min,{' '}
            {measured.choices === 1
              ? 'one stream, a lower bound.'
              : `${measured.choices} choices of one stream, a lower bound.`}
          </p>
          <div>
            <Button
              onClick={() =>
                onChange({ tpm: rounded, tpmAt: measured.at, tpmOf: 'output', tpmOn: measured.machine })
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
