// The choices of a run: one as a page that goes on, several side by side, each with how it ended.
import { formatCount } from '#lib/format.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { ContinueAct } from './braid/ContinueAct.tsx';
import { isWhole } from './end-states.ts';
import type { Lane } from './lane.ts';
import { isRunning, type Run } from './run.ts';
import { TokenText } from './tokens/TokenText.tsx';

interface LanesProps {
  run: Run;
  lanes: readonly Lane[];
}

/** Two columns from two choices on; what is far from the window costs neither layout nor paint. */
export function Lanes({ run, lanes }: LanesProps) {
  const [only] = lanes;
  const isReceiving = isRunning(run);
  if (lanes.length === 1 && only) {
    return <TokenText key={run.id} run={run} lane={only} isReceiving={isReceiving} isHeated label="Output" />;
  }
  return (
    <ul className="grid gap-x-8 gap-y-6 desk:grid-cols-2">
      {lanes.map((lane) => (
        <li
          key={`${run.id} ${lane.index}`}
          className="min-w-0 [contain-intrinsic-block-size:auto_12rem] [content-visibility:auto] has-[dialog]:[content-visibility:visible]"
        >
          <LaneHead run={run} lane={lane} isReceiving={isReceiving} />
          <TokenText
            run={run}
            lane={lane}
            isReceiving={isReceiving && lane.finishReason === null}
            isHeated
            label={`Output ${lane.index}`}
          />
        </li>
      ))}
    </ul>
  );
}

function LaneHead({ run, lane, isReceiving }: { run: Run; lane: Lane; isReceiving: boolean }) {
  const isOver = run.state.phase === 'ended' && isWhole(run.state.endState);
  const ended = lane.finishReason ?? (isReceiving ? 'receiving' : 'not finished');
  return (
    <p className="mb-1 flex h-control items-center justify-between border-b border-line font-sans text-label text-faint">
      <span>
        choice {lane.index} · {formatCount(lane.answerTokenCount)} tokens · {ended}
      </span>
      <span className="flex">
        {isOver && <ContinueAct run={run} lane={lane} look="quiet" />}
        <CopyButton text={() => lane.text.toString()} />
      </span>
    </p>
  );
}
