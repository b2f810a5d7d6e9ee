// Hardware toolbar.
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ApiError } from '#api/errors.ts';
import { modelsQuery } from '#api/queries.ts';
import { openConnections } from '#connection/store.ts';
import { useClient } from '#connection/use-client.ts';
import { pastWords } from '#lib/dates.ts';
import { modelGroups } from './model-options.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { Combobox } from '#ui/Combobox.tsx';
import { Notice } from '#ui/Freshness.tsx';
import { PhoneFold } from '#ui/PhoneFold.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { useNow } from '#ui/use-now.ts';
import { sideNames, type Choices } from './search.ts';

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
  /** Null without a model. */
  availability: Asked | null;
  isPolling: boolean;
  onPolling: (isPolling: boolean) => void;
  /** Else phones show only the basics. */
  isUnfolded: boolean;
  onUnfolded: (isUnfolded: boolean) => void;
  planId: string;
}

/** Errors are shown below. */
export function PageBar(props: PageBarProps) {
  const { choices, onChange, prices, availability, isPolling, onPolling, isUnfolded, onUnfolded, planId } =
    props;
  const age = availability ?? prices;
  const ageId = useId();
  const sidesId = useId();
  const folded = isUnfolded ? '' : 'max-tablet:hidden';
  return (
    <>
      <div className="flex min-h-bar shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-panel px-3 py-1.5 max-tablet:justify-between max-tablet:gap-x-2 max-tablet:gap-y-1">
        <ViewSwitch view={choices.view} onView={(view) => onChange({ view })} />
        <PhoneFold
          label="More"
          isOpen={isUnfolded}
          onOpen={onUnfolded}
          controls={`${ageId} ${sidesId} ${planId}`}
        />
        <ModelField model={choices.model} onModel={(model) => onChange({ model })} />
        <div id={ageId} className={`max-tablet:w-full ${folded}`}>
          <AvailabilityAge
            what={availability === null ? 'list' : 'availability'}
            atMs={age.dataUpdatedAt}
            isAsking={age.isFetching}
            isPolling={availability === null ? null : isPolling}
            onPolling={onPolling}
            onAsk={() => void Promise.all([prices.refetch(), availability?.refetch()])}
          />
        </div>
        <div id={sidesId} className={`ml-auto flex gap-1.5 max-tablet:ml-0 ${folded}`}>
          {(['charts', 'watch', 'changes'] as const).map((side) => (
            <Button
              key={side}
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

function Refusal({ what, asked }: { what: string; asked: Asked | null }) {
  if (!asked?.error) return null;
  return (
    <Notice
      tone="bad"
      role="alert"
      className="shrink-0 border-b border-line px-3"
      acts={
        !isAboutModel(asked.error) && (
          <Button look="quiet" onClick={openConnections}>
            Open connections
          </Button>
        )
      }
    >
      {what} could not be loaded: {asked.error.message}
    </Notice>
  );
}

/** The service does not know the model. */
function isAboutModel(error: Error): boolean {
  return error instanceof ApiError && error.status === 404;
}

interface ModelFieldProps {
  model: string | null;
  onModel: (model: string | null) => void;
}

function ModelField({ model, onModel }: ModelFieldProps) {
  const models = useQuery(modelsQuery(useClient()));
  return (
    <div className="flex min-w-0 items-center gap-2 max-tablet:w-full">
      <span className="shrink-0 text-muted max-tablet:hidden">For model</span>
      {/* A share of the row: a width in percent has none beside the label. */}
      <div className="flex min-w-0 tablet:max-w-md tablet:min-w-60">
        <Combobox
          label="For model"
          value={model ?? ''}
          onValue={(value) => onModel(value.trim() === '' ? null : value.trim())}
          groups={modelGroups(models.data?.items ?? [])}
          emptyText={models.isPending ? 'Loading models' : 'Any model'}
        />
      </div>
      {model !== null && <IconButton icon="cross" label="Clear model" onClick={() => onModel(null)} />}
    </div>
  );
}

interface ViewSwitchProps {
  view: Choices['view'];
  onView: (view: Choices['view']) => void;
}

export function ViewSwitch({ view, onView }: ViewSwitchProps) {
  return (
    <Segmented
      aria-label="View"
      value={view}
      onValue={onView}
      options={[
        { value: 'table', label: 'Table' },
        { value: 'matrix', label: 'Matrix' },
        { value: 'break-even', label: 'Break-even' },
      ]}
    />
  );
}

interface AvailabilityAgeProps {
  what: string;
  /** Unix milliseconds; 0 before an answer. */
  atMs: number;
  isAsking: boolean;
  onAsk: () => void;
  /** Null if polling does not apply. */
  isPolling: boolean | null;
  onPolling: (isPolling: boolean) => void;
}

/** Fixed width: nothing moves while it counts. */
function AvailabilityAge(props: AvailabilityAgeProps) {
  const { what, atMs, isAsking, onAsk, isPolling, onPolling } = props;
  const nowMs = useNow(5_000);
  const age = isAsking ? 'reading' : atMs === 0 ? 'not answered' : `read ${pastWords(atMs, nowMs)}`;
  return (
    <span className="flex items-center gap-2 text-dense text-muted">
      <span
        className="min-w-36 text-right tabular-nums max-tablet:text-left"
        title="When this page last asked the service. Each price has its own date, under Updated."
      >
        {what} {age}
      </span>
      <IconButton icon="retry" label={`Refresh ${what}`} disabled={isAsking} onClick={onAsk} />
      {isPolling !== null && (
        <label className="flex h-control items-center gap-1.5 hover:text-text">
          <input
            type="checkbox"
            checked={isPolling}
            onChange={() => onPolling(!isPolling)}
            className="size-3.5 accent-act"
          />
          every 30 s
        </label>
      )}
    </span>
  );
}
