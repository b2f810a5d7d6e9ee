// Run legend: heat scale, stall count, surprise steps.
import { memo, useState } from 'react';
import { changeDraft, useDraft } from '#draft/draft-store.ts';
import { useRunClock } from '#run/run-store.ts';
import type { Run } from '#run/run.ts';
import { useCommands } from '#ui/commands.ts';
import { HeatLegend, small } from './HeatLegend.tsx';
import { announce } from './TokenCard.tsx';
import {
  focusToken,
  useFocusedToken,
  pinToken,
  releaseToken,
  usePinnedToken,
  stepBySurprise,
  type StepDirection,
} from './pinned-token.ts';
import { countStalls } from './stalls.ts';

const readingMs = 1000;

/** Steps through all choices, from the focused token. */
export const RunLegend = memo(function RunLegend({ run }: { run: Run }) {
  useRunClock(run, readingMs);
  const choices = [...run.recording.choices.values()];
  const [stepped, setStepped] = useState<ReturnType<typeof stepBySurprise>>(null);
  const isShown = useFocusedToken(
    ({ focused }) =>
      focused?.by === 'table' && focused.choice === stepped?.choice && focused.token === stepped.token,
  );
  useCommands([
    { title: 'Close the card', keys: 'Escape', isOff: !isShown, run: () => releaseToken('table') },
  ]);

  function step(direction: StepDirection) {
    const { pinned } = usePinnedToken.getState();
    const next = stepBySurprise(choices, pinned ?? useFocusedToken.getState().focused, direction);
    if (next === null) return;
    // From the table, so that it scrolls into view.
    focusToken(next.choice, next.token, 'table');
    // A pinned token is spoken by its text.
    if (pinned !== null) pinToken(next);
    else setStepped(next);
  }

  return (
    <HeatLegend
      stallCount={choices.reduce((sum, choice) => sum + countStalls(choice.arrivals), 0)}
      instead={isUnpainted(run) && <Unpainted run={run} />}
    >
      <Step label="Previous lowest probability" glyph="‹" onStep={() => step('previous')} />
      lowest
      <Step label="Next lowest probability" glyph="›" onStep={() => step('next')} />
      <output className="sr-only">
        {stepped && choices.includes(stepped.choice) && announce(stepped.choice, stepped.token)}
      </output>
    </HeatLegend>
  );
});

function isUnpainted({ recording: { choices, tokenCount } }: Run): boolean {
  return tokenCount > 0 && [...choices.values()].every((choice) => choice.surprise.count === 0);
}

/** With a switch to request logprobs next time. */
function Unpainted({ run: { request } }: { run: Run }) {
  const isNext = useDraft(({ draft }) => draft.logprobs === true);
  if (request.logprobs === 1) return <span className="px-1.5 leading-6">no logprobs received</span>;
  return (
    <span className="flex items-center gap-1">
      {request.logprobs === 0 ? 'logprobs 0 sent' : 'logprobs not sent'}
      <button
        type="button"
        onClick={() => changeDraft({ logprobs: isNext ? undefined : true })}
        className={`${small} px-1.5 text-act`}
      >
        {isNext ? 'sent next time ✓' : 'send next time'}
      </button>
    </span>
  );
}

function Step({ label, glyph, onStep }: { label: string; glyph: string; onStep: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={(event) => {
        // Pressed from the palette, the next press goes on.
        event.currentTarget.focus();
        onStep();
      }}
      // Safari would take the focus, and with it the place of the other step.
      onMouseDown={(event) => event.preventDefault()}
      onBlur={({ currentTarget, relatedTarget: to }) => {
        // A press of the card pins it.
        if (!currentTarget.parentElement?.contains(to) && !to?.closest('[data-keys=tokens]'))
          releaseToken('table');
      }}
      className={`${small} w-6 text-base`}
    >
      {glyph}
    </button>
  );
}
