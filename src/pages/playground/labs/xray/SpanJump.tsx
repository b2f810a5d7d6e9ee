// From one surprising span to the next, the most surprising first.
import { useMemo, useState } from 'react';
import type { Score } from '#pages/playground/labs/score/score.ts';
import { formatSurprise, useSurpriseUnit } from '#pages/playground/labs/score/surprise-unit.ts';
import { toVisibleToken } from '#ui/visible-text.ts';
import { Button } from '#ui/Button.tsx';
import { surprisingSpans, type Span } from './spans.ts';

/** Tokens of a span: a phrase. */
const spanWidth = 5;

/** Spans that can be jumped to. */
const mostSpans = 50;

/** Neither button wraps around: at the ends one of them rests. */
export function SpanJump({ score, onSpan }: { score: Score; onSpan: (span: Span) => void }) {
  const spans = useMemo(() => surprisingSpans(score.tokens, spanWidth, mostSpans), [score]);
  const unit = useSurpriseUnit((state) => state.unit);
  const [at, setAt] = useState(-1);
  const current = spans[at];

  function jump(next: number) {
    const span = spans[next];
    if (span === undefined) return;
    setAt(next);
    onSpan(span);
  }

  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <Button disabled={at <= 0} onClick={() => jump(at - 1)}>
        Previous span
      </Button>
      <Button disabled={at + 1 >= spans.length} onClick={() => jump(at + 1)}>
        {at === -1 ? 'Most surprising span' : 'Next span'}
      </Button>
      <output aria-label="Span" className="min-w-0 truncate text-dense text-muted tabular-nums">
        {current && (
          <>
            {at + 1} of {spans.length} · {formatSurprise(current.surprise, unit)} {unit}/token · “
            <bdi className="font-mono">{toVisibleToken(textOf(score, current))}</bdi>”
          </>
        )}
      </output>
    </div>
  );
}

function textOf(score: Score, { from, to }: Span): string {
  return score.tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join('');
}
