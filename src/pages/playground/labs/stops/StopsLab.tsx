// Stop lab: where candidate stop sequences would have cut the newest answers. Nothing is sent.
import { useMemo } from 'react';
import { create } from 'zustand';
import { maxStopSequences } from '#api/schema/request-fields.ts';
import { useDraft, fillDraft } from '#draft/draft-store.ts';
import { useSearchState } from '#pages/playground/write/search.ts';
import type { Choice } from '#run/choice.ts';
import { useRun } from '#run/run-store.ts';
import { isRunning, type Run } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import { ChipsInput } from '#ui/ChipsInput.tsx';
import { Field } from '#ui/Field.tsx';
import { Empty } from '#ui/States.tsx';
import { CutText } from './CutText.tsx';
import { StopTable } from './StopTable.tsx';
import { cutsOf, tallyOf } from './cut-at-stops.ts';

/** Null until a person changes them: then they are the draft's. Kept while the view is left. */
const useCandidates = create<{ readonly stops: readonly string[] | null }>(() => ({ stops: null }));

/** Reads the newest run of the Write view; an echoed prompt is not searched. */
export function StopsLab() {
  const run = useRun();
  const drafted = useDraft((state) => state.draft.stop);
  const stops = useCandidates((state) => state.stops) ?? drafted;
  const isDrafted = stops.length === drafted.length && stops.every((stop, index) => stop === drafted[index]);
  const { changeSearch } = useSearchState();
  const lanes = useMemo(() => (run === null || isRunning(run) ? [] : lanesOf(run)), [run]);
  const cuts = useMemo(() => lanes.map((lane) => cutsOf(lane, stops)), [lanes, stops]);
  if (isRunning(run)) return <p className="text-muted">The newest answer is still arriving.</p>;
  if (lanes.length === 0) {
    return (
      <Empty
        title="No answer to try stops on"
        act={<Button onClick={() => changeSearch({ view: 'write' })}>Run a prompt</Button>}
      >
        <p>Candidate stop sequences are applied here to the newest answer, without another request.</p>
      </Empty>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid max-w-prose gap-3">
        <Field label="Candidate stops" hint="A line end is typed as \n, a tab as \t. Nothing is sent.">
          <ChipsInput
            values={stops}
            onValues={(next) => useCandidates.setState({ stops: next })}
            max={maxStopSequences}
          />
        </Field>
        <div>
          <Button
            look="primary"
            disabled={stops.length === 0 || isDrafted}
            onClick={() => fillDraft({ stop: [...stops] }, { how: 'preset' })}
          >
            {isDrafted && stops.length > 0 ? 'In the draft' : 'Use as stop'}
          </Button>
        </div>
      </div>
      {stops.length > 0 && <StopTable tallies={tallyOf(stops, cuts)} laneCount={lanes.length} />}
      <ul aria-label="Answers" className="grid gap-6">
        {lanes.map((lane, position) => (
          // What is out of sight is not laid out: there may be 128 long answers.
          <li
            key={lane.index}
            className="max-w-[92ch] min-w-0 [contain-intrinsic-block-size:auto_12rem] [content-visibility:auto]"
          >
            <CutText lane={lane} cut={cuts[position]?.[0] ?? null} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function lanesOf({ recording }: Run): readonly Choice[] {
  return [...recording.lanes.values()].toSorted((one, other) => one.index - other.index);
}
