// Output of a comparison column.
import { Suspense, useRef } from 'react';
import { formatAbout, formatCount } from '#lib/format.ts';
import { NextActs } from '#pages/playground/recovery/NextActs.tsx';
import { RunFailed } from '#pages/playground/recovery/RunFailed.tsx';
import { SilenceNotice } from '#pages/playground/recovery/SilenceNotice.tsx';
import type { RunActs } from '#pages/playground/recovery/resume-offer.ts';
import { TokenText } from '#pages/playground/tokens/TokenText.tsx';
import { usePlace } from '#pages/playground/tokens/use-token-focus.ts';
import type { Choice } from '#run/choice.ts';
import { resumptionOf } from '#run/resumed-runs.ts';
import { describeBlank, endSentence } from '#run/finish-words.ts';
import { type Run, isRunning } from '#run/run.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { textBefore, useColumnRun, useGrowth } from './column-acts.ts';
import type { ChoiceTexts } from './choice-pairs.ts';
import type { Comparison, Shown } from './comparison.ts';

const DifferenceTexts = lazyPart(() => import('./DifferenceText.tsx'), 'DifferenceTexts');

interface ColumnOutputProps {
  comparison: Comparison;
  id: string;
  name: string;
  run: Run;
  shown: Shown;
  acts: RunActs;
  /** Null paints heat. */
  against: { readonly id: string; readonly name: string } | null;
  differingToken: number | null;
}

/** Diffs only ended runs with text. */
export function ColumnOutput(props: ColumnOutputProps) {
  const { comparison, id, name, run, shown, acts, against, differingToken } = props;
  const other = useColumnRun(comparison, against?.id ?? '');
  const texts = against !== null && against.id !== id ? endedTexts(other.run, other.shown) : null;
  const ownTexts = texts === null ? null : endedTexts(run, shown);
  return (
    <>
      {against !== null && texts !== null && ownTexts !== null ? (
        <Suspense>
          <DifferenceTexts first={texts} second={ownTexts} name={against.name} />
        </Suspense>
      ) : (
        <>
          <Before run={run} shown={shown} />
          <ColumnText
            comparison={comparison}
            run={run}
            differingToken={differingToken}
            label={`Output of ${name}`}
          />
        </>
      )}
      <SilenceNotice runs={[run]} onStop={() => comparison.stop(id)} />
      <RunFailure run={run} acts={acts} />
    </>
  );
}

function Before({ run, shown }: { run: Run; shown: Shown }) {
  const text = textBefore(run, shown);
  const resumption = resumptionOf(run.id);
  if (text === '') return null;
  return (
    <>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-muted">
        {text}
      </p>
      <p className="my-1.5 flex items-center gap-2 font-sans text-label text-faint select-none after:h-px after:flex-1 after:bg-line">
        {resumption
          ? `resumed at token ${formatAbout(formatCount(resumption.atToken), run.recording.isUncounted)}`
          : 'continued from here'}
      </p>
    </>
  );
}

/** By choice; null unless it has ended with text. */
function endedTexts(run: Run | null, shown: Shown | null): ChoiceTexts | null {
  if (run?.state.phase !== 'ended' || shown === null) return null;
  const before = textBefore(run, shown);
  const texts = new Map(run.recording.sortedChoices.map(({ index, answer }) => [index, before + answer]));
  return texts.size === 0 ? null : texts;
}

interface ColumnTextProps {
  comparison: Comparison;
  run: Run;
  differingToken: number | null;
  label: string;
}

/** Marks the first choice. */
function ColumnText({ comparison, run, differingToken, label }: ColumnTextProps) {
  useGrowth(comparison, run);
  const choices = run.recording.sortedChoices;
  const isReceiving = isRunning(run);
  return (
    <div className="grid gap-5">
      {choices.map((choice, order) => (
        <div key={`${run.id} ${choice.index}`} className="min-w-0">
          {choices.length > 1 && (
            <p className="mb-1 border-b border-line font-sans text-label text-faint">choice {choice.index}</p>
          )}
          <MarkedText
            choice={choice}
            token={order === 0 ? differingToken : null}
            isReceiving={isReceiving && choice.finishReason === null}
            label={choices.length > 1 ? `${label}, choice ${choice.index}` : label}
          />
        </div>
      ))}
    </div>
  );
}

interface MarkedTextProps {
  choice: Choice;
  token: number | null;
  isReceiving: boolean;
  label: string;
}

function MarkedText({ choice, token, isReceiving, label }: MarkedTextProps) {
  const frame = useRef<HTMLDivElement>(null);
  const mark = usePlace(choice, token, frame)?.rects[0];
  return (
    <div ref={frame} className="relative">
      <TokenText choice={choice} isReceiving={isReceiving} isHeated label={label} />
      {mark && (
        <span
          data-difference=""
          aria-hidden="true"
          className="pointer-events-none absolute border-l-2 border-act"
          style={{ left: mark.left - 1, top: mark.top, height: mark.height }}
        />
      )}
    </div>
  );
}

function RunFailure({ run, acts }: { run: Run; acts: RunActs }) {
  if (run.state.phase !== 'ended') return null;
  const { error, endState } = run.state;
  if (error === null) {
    const { size } = run.recording.choices;
    const only = size === 1 ? run.recording.choices.get(0) : undefined;
    const words = [only && describeBlank(only), endSentence(endState, size > 0)].filter(Boolean).join(' ');
    return (
      <div className="grid gap-2 font-sans text-base not-first:mt-3 empty:hidden">
        {words && <p className="text-dense text-muted">{words}</p>}
        <NextActs run={run} acts={acts} />
      </div>
    );
  }
  return (
    <div className="font-sans text-base not-first:mt-3">
      <RunFailed run={run} />
      <div className="mt-3 pl-5.5">
        <NextActs run={run} acts={acts} />
      </div>
    </div>
  );
}
