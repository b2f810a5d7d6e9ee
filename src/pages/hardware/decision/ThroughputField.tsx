// How much one replica serves: typed, or taken from what this page's own streams have shown.
import type { Throughput } from '#pricing/throughput.ts';
import { formatCount } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { NumberField } from '#ui/NumberField.tsx';
import { decisionLimits, type ChangeNumber, type DecisionChoices } from './search.ts';

interface ThroughputFieldProps {
  choices: Pick<DecisionChoices, 'tpm' | 'tpmAt' | 'unread'>;
  /** The best stream of this model here; null where none was measured. */
  measured: Throughput | null;
  onChange: (change: Partial<DecisionChoices>) => void;
  onNumber: ChangeNumber;
}

/** A measured figure is dated and said to be a lower bound; typing over it makes it an entered one. */
export function ThroughputField({ choices, measured, onChange, onNumber }: ThroughputFieldProps) {
  const { tpm, tpmAt, unread } = choices;
  const rounded = measured === null ? 0 : Math.round(measured.tokensPerMinute);
  return (
    <div>
      <NumberField
        label="Throughput"
        unit="tokens/min a replica"
        value={unread['tpm'] ?? tpm}
        emptyText="unknown"
        {...decisionLimits.tpm}
        step={1000}
        onValue={(value) => onNumber('tpm', value)}
      />
      {tpm !== null && (
        <p className="mt-1 text-dense text-muted">
          {tpmAt === null
            ? 'Entered.'
            : `Measured ${tpmAt.slice(0, 10)} with one stream: a lower bound, many at once may get more.`}
        </p>
      )}
      {measured === null && tpm === null && (
        <p className="mt-1 text-dense text-muted">
          Not measured: no stream of this model has run long enough in this browser.
        </p>
      )}
      {measured !== null && (tpm !== rounded || tpmAt !== measured.at) && (
        <div className="mt-1.5 grid gap-1.5">
          <p className="text-dense text-muted">
            Measured {measured.at.slice(0, 10)}: {formatCount(rounded)} tokens/min,{' '}
            {measured.choices === 1
              ? 'one stream, a lower bound.'
              : `${measured.choices} choices of one stream, a lower bound.`}
          </p>
          <div>
            <Button onClick={() => onChange({ tpm: rounded, tpmAt: measured.at })}>
              Use the measured one
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
