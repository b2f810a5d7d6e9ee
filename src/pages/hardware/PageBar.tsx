// The page's bar: for which model is asked, how old the answers are, and what lies beside the table.
import { useId } from 'react';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { PhoneFold } from '#ui/PhoneFold.tsx';
import { AvailabilityAge } from './AvailabilityAge.tsx';
import { ModelField } from './ModelField.tsx';
import type { Choices } from './search.ts';
import { ViewSwitch } from './ViewSwitch.tsx';

/** What the bar needs of a query. */
interface Asked {
  readonly dataUpdatedAt: number;
  readonly isFetching: boolean;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

interface PageBarProps {
  choices: Choices;
  onChange: (change: Partial<Choices>) => void;
  prices: Asked;
  /** Null while no model is chosen. */
  availability: Asked | null;
  isPolling: boolean;
  onPolling: (isPolling: boolean) => void;
  /** On a phone only the plain case is in sight until this is true. */
  isUnfolded: boolean;
  onUnfolded: (isUnfolded: boolean) => void;
  /** The id of the plan's fields, which fold with the rest. */
  planId: string;
}

/** A refusal is said under the bar in the service's own words; the table stays. */
export function PageBar(props: PageBarProps) {
  const { choices, onChange, prices, availability, isPolling, onPolling, isUnfolded, onUnfolded, planId } =
    props;
  const age = availability ?? prices;
  const ageId = useId();
  const sidesId = useId();
  const folded = isUnfolded ? '' : 'max-tablet:hidden';
  return (
    <>
      <div className="flex min-h-bar shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-panel px-3 py-1.5 max-tablet:justify-between max-tablet:gap-x-2">
        <ViewSwitch view={choices.view} onView={(view) => onChange({ view })} />
        <PhoneFold
          label="More"
          isOpen={isUnfolded}
          onOpen={onUnfolded}
          controls={`${ageId} ${sidesId} ${planId}`}
        />
        <ModelField model={choices.model} onModel={(model) => onChange({ model })} />
        {/* The age of prices can wait; that of availability is a part of the answer. */}
        <div id={ageId} className={`max-tablet:w-full ${availability === null ? folded : ''}`}>
          <AvailabilityAge
            what={availability === null ? 'prices' : 'availability'}
            atMs={age.dataUpdatedAt}
            isAsking={age.isFetching}
            isPolling={availability === null ? null : isPolling}
            onPolling={onPolling}
            onAsk={() => void Promise.all([prices.refetch(), availability?.refetch()])}
          />
        </div>
        <div id={sidesId} className={`ml-auto flex gap-1 max-tablet:-mx-2.5 ${folded}`}>
          {(['charts', 'watch', 'changes'] as const).map((side) => (
            <Button
              key={side}
              look="quiet"
              aria-pressed={choices.side === side}
              onClick={() => onChange({ side: choices.side === side ? null : side })}
            >
              {sideNames[side]}
            </Button>
          ))}
        </div>
      </div>
      <Refusal what="The availability" asked={availability} />
      <Refusal what="The list" asked={prices} />
    </>
  );
}

const sideNames = { charts: 'Charts', watch: 'Watch', changes: 'Changes' } as const;

function Refusal({ what, asked }: { what: string; asked: Asked | null }) {
  if (!asked?.error) return null;
  return (
    <p role="alert" className="flex shrink-0 gap-1.5 border-b border-line px-3 py-1.5">
      <Icon name="warning" className="mt-0.5 text-bad" />
      <span className="min-w-0 wrap-anywhere">
        {what} could not be asked for: {asked.error.message}
      </span>
    </p>
  );
}
