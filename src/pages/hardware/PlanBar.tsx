// What is planned: memory that is needed, replicas, use and budget, and in sentences what that means for the table.
import { NumberField } from '#ui/NumberField.tsx';
import { RestedStatus } from '#ui/RestedStatus.tsx';
import type { ChangeNumber } from './decision/search.ts';
import type { HardwareRow } from './hardware-row.ts';
import { budgetSentence, needSentence, timesSentence } from './plan-words.ts';
import { limits, type Choices } from './search.ts';

interface PlanBarProps {
  choices: Choices;
  rows: readonly HardwareRow[];
  onNumber: ChangeNumber;
  onOpen: (id: string) => void;
  /** On a phone the fields are in sight only while this is true; what is planned always is. */
  isUnfolded: boolean;
  /** The id of the fields, for the button that folds them. */
  fieldsId: string;
}

/** Fields are in the address with every key; what cannot be read makes what it feeds unknown. */
export function PlanBar({ choices, rows, onNumber, onOpen, isUnfolded, fieldsId }: PlanBarProps) {
  const { need, replicas, utilisation, budget, unread } = choices;
  const cheapest = rows.find(({ isCheapest }) => isCheapest);
  const times = timesSentence(replicas, utilisation);
  const isPlanned = need !== null || budget !== null || times !== '' || Object.keys(unread).length > 0;
  return (
    <section
      aria-label="Plan"
      className={`flex shrink-0 flex-wrap items-start gap-x-5 gap-y-2 border-b border-line bg-panel px-3 py-2 ${isUnfolded || isPlanned ? '' : 'max-tablet:hidden'}`}
    >
      <div
        id={fieldsId}
        className={`contents ${isUnfolded ? 'max-tablet:grid max-tablet:w-full max-tablet:grid-cols-2 max-tablet:items-center max-tablet:gap-x-4 max-tablet:gap-y-2' : 'max-tablet:hidden'}`}
      >
        <NumberField
          label="At least"
          unit="GB"
          value={unread['need'] ?? need}
          emptyText="any"
          {...limits.need}
          onValue={(value) => onNumber('need', value)}
        />
        <NumberField
          label="Replicas"
          value={unread['replicas'] ?? (replicas === 1 ? null : replicas)}
          emptyText="1"
          emptyValue={1}
          {...limits.replicas}
          onValue={(value) => onNumber('replicas', value)}
        />
        <NumberField
          label="Used"
          unit="% of the time"
          value={unread['used'] ?? (utilisation === 100 ? null : utilisation)}
          emptyText="100"
          emptyValue={100}
          {...limits.used}
          onValue={(value) => onNumber('used', value)}
        />
        <NumberField
          label="Budget"
          unit="$/month"
          value={unread['budget'] ?? budget}
          emptyText="none"
          {...limits.budget}
          onValue={(value) => onNumber('budget', value)}
        />
      </div>
      <p className="min-h-control min-w-72 flex-1 content-center text-muted">
        {times !== '' && <span className="tablet:hidden">{times} </span>}
        {'need' in unread && 'The cheapest way to at least — GB: —. '}
        {'budget' in unread && `— of ${rows.length} fit into $— a month.`}
        {need === null &&
          budget === null &&
          !('need' in unread) &&
          !('budget' in unread) &&
          'Say how much memory is needed, or what a month may cost.'}
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
      <RestedStatus
        text={[
          need === null ? '' : `${needSentence(need, cheapest, choices)} ${cheapest?.hardware.id ?? ''}`,
          budget === null ? '' : budgetSentence(rows, budget, replicas),
        ].join(' ')}
      />
    </section>
  );
}
