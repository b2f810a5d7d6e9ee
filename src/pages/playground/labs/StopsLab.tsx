// Stop sequence lab.
import { useMemo } from 'react';
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { maxStopSequences } from '#api/schema/request-fields.ts';
import { useDraft, fillDraft } from '#draft/draft-store.ts';
import { formatCount, formatCounted } from '#lib/format.ts';
import { createStoredForm } from '#lib/stored-form.ts';
import { cutsOf, countStops, cutBlocks, type StopCut, type StopCount } from './cut-at-stops.ts';
import { useSearchState } from '#pages/playground/write/search.ts';
import type { Choice } from '#run/choice.ts';
import { useRun } from '#run/run-store.ts';
import { isRunning } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import { ChipsInput } from '#ui/ChipsInput.tsx';
import { Field } from '#ui/Field.tsx';
import { type PlainColumn, PlainTable } from '#ui/PlainTable.tsx';
import { Empty } from '#ui/States.tsx';
import { toVisible } from '#ui/visible-text.ts';

/** Null: the draft's stops. */
const useCandidates = createStoredForm(
  'inferdeck.stops',
  z.object({ stops: z.nullable(z.readonly(z.array(z.string()))) }),
  { stops: null },
);

/** Of the last run of Write, without its echoed prompt. */
export function StopsLab() {
  const run = useRun();
  const drafted = useDraft((state) => state.draft.stop);
  const stops = useCandidates((state) => state.stops) ?? drafted;
  const isDrafted = stops.length === drafted.length && stops.every((stop, index) => stop === drafted[index]);
  const replaced = drafted.filter((stop) => !stops.includes(stop)).length;
  const { changeSearch } = useSearchState();
  const choices = useMemo(() => (run?.state.phase === 'ended' ? run.recording.sortedChoices : []), [run]);
  const cuts = useMemo(() => choices.map((choice) => cutsOf(choice, stops)), [choices, stops]);
  if (isRunning(run)) return <p className="text-muted">The last run is still streaming.</p>;
  if (choices.length === 0) {
    return (
      <Empty
        title="No output yet"
        act={<Button onClick={() => changeSearch({ view: 'write' })}>Run a prompt</Button>}
      >
        <p>Run a prompt to test stop sequences on its output, without another request.</p>
      </Empty>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid max-w-prose gap-3">
        <Field label="Candidate stops" hint="Type a line break as \n, a tab as \t.">
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
            onClick={() => fillDraft({ stop: [...stops] }, { how: 'lab' })}
          >
            {isDrafted && stops.length > 0
              ? 'In use'
              : replaced === 0
                ? 'Use as stop'
                : `Replace ${formatCounted(replaced, 'stop')} in Write`}
          </Button>
        </div>
      </div>
      {stops.length > 0 && (
        <PlainTable
          label={`Candidate stops in ${formatCounted(choices.length, 'answer')}`}
          columns={stopColumns[choices.some(({ isInPieces }) => isInPieces) ? 'event' : 'token']}
          rows={countStops(stops, cuts)}
          rowKey={({ stop }) => stop}
          look="min-w-96"
        />
      )}
      <ul aria-label="Answers" className="grid gap-6">
        {choices.map((choice, position) => (
          // There may be 128: off-screen answers are not laid out.
          <li
            key={choice.index}
            className="max-w-[92ch] min-w-0 [contain-intrinsic-block-size:auto_12rem] [content-visibility:auto]"
          >
            <CutText choice={choice} cut={cuts[position]?.[0] ?? null} isAsked={stops.length > 0} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface CutTextProps {
  choice: Choice;
  cut: StopCut | null;
  /** There are candidates. */
  isAsked: boolean;
}

/** Shows the stop, which is not part of the kept text. */
function CutText({ choice, cut, isAsked }: CutTextProps) {
  return (
    <>
      <p className="mb-1 border-b border-line py-1 text-label text-faint tabular-nums">
        choice {choice.index} ·{' '}
        {cut === null ? (
          `${formatCounted(choice.answerTokenCount, choice.unit)}${isAsked ? ' · contains none of the stops' : ''}`
        ) : (
          <>
            <span className="font-mono whitespace-pre text-text">{toVisible(cut.stop)}</span> cuts it after{' '}
            {formatCount(cut.tokensUsed)} of {formatCounted(choice.answerTokenCount, choice.unit)} ·{' '}
            {formatCount(cut.tokensSaved)} saved
          </>
        )}
      </p>
      <div className="font-mono text-token wrap-anywhere whitespace-pre-wrap [unicode-bidi:isolate]">
        {cutBlocks(choice, cut).map(({ start, kept, hasStop, dropped }) => (
          // A long answer is not laid out whole.
          <div key={start} className="[contain-intrinsic-block-size:auto_32rem] [content-visibility:auto]">
            {kept}
            {hasStop && (
              <mark className="rounded-token bg-tint px-0.5 text-act outline-1 outline-act">
                {toVisible(cut?.stop ?? '')}
              </mark>
            )}
            {dropped !== '' && <del className="text-faint decoration-line">{dropped}</del>}
          </div>
        ))}
      </div>
    </>
  );
}

const stopColumns = { token: columnsFor('tokens saved'), event: columnsFor('events saved') };

function columnsFor(saved: string): readonly PlainColumn<StopCount>[] {
  return [
    {
      id: 'stop',
      isRowHead: true,
      cellLook: 'font-mono whitespace-pre',
      cell: ({ stop }) => toVisible(stop),
    },
    { id: 'answers with it', isNumber: true, cell: ({ found }) => formatCount(found) },
    { id: 'cuts first', isNumber: true, cell: ({ cuts }) => formatCount(cuts) },
    { id: saved, isNumber: true, cell: ({ tokensSaved }) => formatCount(tokensSaved) },
  ];
}
