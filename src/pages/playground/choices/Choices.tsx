// Choices of a run, side by side or as a braid.
import { create } from 'zustand';
import { formatCounted, formatLeast } from '#lib/format.ts';
import { stored } from '#lib/stored.ts';
import { ContinueAct, EditAct } from './ContinueAct.tsx';
import { TokenText } from '#pages/playground/tokens/TokenText.tsx';
import type { Choice } from '#run/choice.ts';
import { type Run, isWhole, isRunning } from '#run/run.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { Loading } from '#ui/States.tsx';
import { lazyPart } from '#ui/lazy-part.ts';

const BraidView = lazyPart(() => import('./BraidView.tsx'), 'BraidView');

/** Default from this count. */
export const braidFrom = 5;

const views = [
  { value: 'side by side', label: 'Side by side' },
  { value: 'braid', label: 'Braid' },
] as const;

type ChoicesView = (typeof views)[number]['value'];

const kept = stored<ChoicesView | null>({
  key: 'inferdeck.choices-view',
  version: 1,
  parse: (value) => views.find((view) => view.value === value)?.value ?? null,
  fallback: null,
  storage: () => sessionStorage,
});

/** For every run of this tab. */
const useChosen = create<{ readonly chosen: ChoicesView | null }>(() => ({ chosen: kept.read() }));
useChosen.subscribe(({ chosen }) => kept.write(chosen));

export function Choices({ run }: { run: Run }) {
  const { chosen } = useChosen();
  const choices = run.recording.sortedChoices;
  // As requested: the view does not switch while choices arrive.
  const count = Math.max(run.request.n ?? 1, choices.length);
  const view = chosen ?? (count >= braidFrom ? 'braid' : 'side by side');
  if (choices.length === 0) return null;
  if (count === 1) return <ChoiceList run={run} choices={choices} />;
  return (
    <>
      <div className="mt-2 font-sans text-base">
        <Segmented
          aria-label="Choices as"
          value={view}
          onValue={(value) => useChosen.setState({ chosen: value })}
          options={views}
        />
      </div>
      {view === 'side by side' ? (
        <div className="mt-3 max-w-none!">
          <ChoiceList run={run} choices={choices} />
        </div>
      ) : (
        <PanelBoundary name="The braid" whileLoading={<Loading />}>
          <BraidView key={run.id} run={run} />
        </PanelBoundary>
      )}
    </>
  );
}

interface ChoiceListProps {
  run: Run;
  choices: readonly Choice[];
}

function ChoiceList({ run, choices }: ChoiceListProps) {
  const [only] = choices;
  const isReceiving = isRunning(run);
  if (choices.length === 1 && only) {
    return (
      <TokenText key={run.id} run={run} choice={only} isReceiving={isReceiving} isHeated label="Output" />
    );
  }
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(max(min(34ch,100%),30%),1fr))] gap-x-8 gap-y-6">
      {choices.map((choice) => (
        <li
          key={`${run.id} ${choice.index}`}
          className="min-w-0 [contain-intrinsic-block-size:auto_12rem] [content-visibility:auto] has-[dialog,[data-card]]:[content-visibility:visible]"
        >
          <ChoiceHead run={run} choice={choice} isReceiving={isReceiving} />
          <TokenText
            run={run}
            choice={choice}
            isReceiving={isReceiving && choice.finishReason === null}
            isHeated
            label={`Output ${choice.index}`}
          />
        </li>
      ))}
    </ul>
  );
}

function ChoiceHead({ run, choice, isReceiving }: { run: Run; choice: Choice; isReceiving: boolean }) {
  const isOver = run.state.phase === 'ended' && isWhole(run.state.endState);
  const ended = choice.finishReason ?? (isReceiving ? 'receiving' : 'not finished');
  const facts = `choice ${choice.index} · ${formatLeast(formatCounted(choice.answerTokenCount, 'token'), choice.isInPieces)} · ${ended}`;
  return (
    <div
      role="group"
      aria-label={`Choice ${choice.index}`}
      className="mb-1 border-b border-line font-sans text-label text-faint"
    >
      <span title={facts} className="block truncate">
        {facts}
      </span>
      <span className="-ml-2 flex min-h-control flex-wrap items-center">
        {isOver && (
          <>
            <ContinueAct run={run} choice={choice} look="quiet" />
            <EditAct run={run} choice={choice} look="quiet" />
          </>
        )}
        <CopyButton text={() => choice.text.toString()} />
      </span>
    </div>
  );
}
