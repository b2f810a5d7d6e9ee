// An opened row: every token of the answer that ends here, and what can be done from here.
import { isRunning, type Run } from '#pages/playground/run.ts';
import { TokenText } from '#pages/playground/tokens/TokenText.tsx';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { ContinueAct } from './ContinueAct.tsx';
import { branchAt } from './continuation.ts';
import type { BraidRow } from './rows.ts';
import { endOf } from './trie.ts';

/** Where choices part, the prompt can be branched; where one ends, it can be continued. */
export function OpenStrand({ run, row }: { run: Run; row: BraidRow }) {
  const { strand, resting } = row;
  const [lane] = resting;
  const through = strand.units?.lane;
  return (
    <div data-opened="" className="mt-1 cursor-auto">
      {lane && (
        <div className="font-mono text-token">
          <TokenText
            key={lane.index}
            run={run}
            lane={lane}
            isReceiving={isRunning(run) && lane.finishReason === null}
            isHeated
            label={`Output ${lane.index}`}
          />
        </div>
      )}
      <div className="mt-1 flex flex-wrap items-center gap-2 text-base">
        {lane ? (
          <>
            <ContinueAct run={run} lane={lane} label={`Continue choice ${lane.index}`} />
            <CopyButton text={() => lane.text.toString()} label={`Copy choice ${lane.index}`} />
          </>
        ) : (
          through && (
            <>
              <Button onClick={() => branchAt(run, through, endOf(strand))}>Branch here</Button>
              <CopyButton text={() => through.text.slice(0, endOf(strand))} label="Copy up to here" />
            </>
          )
        )}
      </div>
    </div>
  );
}
