// Prompt X-ray result.
import { useMemo, useRef, useState, type RefObject } from 'react';
import { formatCount, formatKnown, formatPerplexity } from '#lib/format.ts';
import { RowGrid } from '#pages/playground/tokens/RowGrid.tsx';
import { formatSurprise, useSurpriseUnit, type SurpriseUnit } from './surprise-unit.ts';
import { OtherConnection } from '#run/OtherConnection.tsx';
import { HeatLegend } from '#pages/playground/tokens/HeatLegend.tsx';
import { TokenText } from '#pages/playground/tokens/TokenText.tsx';
import { heatStop } from '#pages/playground/tokens/heat.ts';
import { focusToken } from '#pages/playground/tokens/pinned-token.ts';
import { usePlace } from '#pages/playground/tokens/use-token-focus.ts';
import type { Choice } from '#run/choice.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Figure, InstrumentStrip } from '#ui/InstrumentStrip.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { toVisibleToken } from '#ui/visible-text.ts';
import { LeftOutNote } from './ScoringNotes.tsx';
import { UnitSwitch } from './UnitSwitch.tsx';
import type { Scoring, Score } from '#run/echo-score.ts';
import {
  linesOf,
  orderLines,
  type LineOrder,
  type ScoredLine,
  choiceOfScore,
  type Span,
  surprisingSpans,
} from './spans.ts';

/** Needs a key per result. */
export function XrayResult({ scoring }: { scoring: Extract<Scoring, { ok: true }> }) {
  const { score, run } = scoring;
  const unit = useSurpriseUnit((state) => state.unit.id);
  const choice = useMemo(() => choiceOfScore(score), [score]);
  const root = useRef<HTMLDivElement>(null);
  const [span, setSpan] = useState<Span | null>(null);
  return (
    <section aria-label="X-ray" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="-mx-4 border-y border-line">
        <InstrumentStrip label="X-ray figures" end={<HeatLegend />}>
          <Figure label="perplexity" value={formatKnown(score.perplexity, formatPerplexity)} minChars={6} />
          <Figure
            label={`${unit}/token`}
            value={formatSurprise(score.mean === null ? null : -score.mean, unit)}
            minChars={5}
          />
          <Figure
            label={`total ${unit}`}
            value={formatSurprise(score.sum === null ? null : -score.sum, unit)}
            minChars={8}
          />
          <Figure label="tokens" value={formatCount(score.tokens.length)} minChars={5} />
          <Figure
            label="scored by"
            value={<span className="font-mono text-dense font-regular">{run.request.model}</span>}
          />
        </InstrumentStrip>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SpanJump
          score={score}
          onSpan={(next) => {
            setSpan(next);
            focusToken(choice, next.peak, 'table');
          }}
        />
        <span className="ml-auto flex items-center gap-2 max-tablet:ml-0">
          <UnitSwitch />
          <CopyButton text={() => choice.text.toString()} label="Copy prompt" />
        </span>
      </div>
      <OtherConnection runs={[run]} />
      <LeftOutNote score={scoring.score} doubt={scoring.doubt} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 desk:h-[max(18rem,calc(100dvh-26rem))] desk:grid-cols-[minmax(0,1fr)_20rem]">
        <div
          data-scroll=""
          className="min-h-0 overflow-y-auto pb-32 font-mono text-token max-desk:max-h-[60dvh]"
        >
          <div ref={root} className="relative max-w-[92ch]">
            <TokenText choice={choice} isReceiving={false} isHeated label="Prompt, scored" />
            {span && <SpanMark root={root} choice={choice} span={span} />}
          </div>
        </div>
        <LineList score={score} unit={unit} onToken={(token) => focusToken(choice, token, 'table')} />
      </div>
    </section>
  );
}

interface LineListProps {
  score: Score;
  unit: SurpriseUnit;
  /** Position in the whole text. */
  onToken: (token: number) => void;
}

/** Marked with the heat of the line's mean token. */
function LineList({ score, unit, onToken }: LineListProps) {
  const [order, setOrder] = useState<LineOrder>('order');
  const [chosen, setChosen] = useState<number | null>(null);
  const lines = useMemo(() => linesOf(score), [score]);
  const rows = useMemo(() => orderLines(lines, order), [lines, order]);
  const selected = rows.findIndex(({ number }) => number === chosen);
  return (
    <div className="flex min-h-0 flex-col border-line max-desk:h-80 max-desk:border-t max-desk:pt-3 desk:border-l">
      <div className="shrink-0 px-3 pb-2">
        <Segmented aria-label="Sort lines" isWide options={orders} value={order} onValue={setOrder} />
      </div>
      <RowGrid
        label="Lines"
        heads={[...heads, { label: `${unit}/tok`, isNumber: true }]}
        columns="2rem minmax(0,1fr) 5rem 3rem"
        rowCount={rows.length}
        cells={(row) => cellsOf(rows[row], unit)}
        selected={selected === -1 ? null : selected}
        onSelect={(row) => {
          const line = rows[row];
          if (line === undefined) return;
          setChosen(line.number);
          onToken(line.firstToken);
        }}
      />
    </div>
  );
}

const orders = [
  { value: 'order', label: 'In order' },
  { value: 'surprise', label: 'Most surprising' },
] as const;

const heads = [
  { label: 'line', isNumber: true },
  { label: 'text', isNumber: false },
  { label: 'perplexity', isNumber: true },
] as const;

function cellsOf(line: ScoredLine | undefined, unit: SurpriseUnit) {
  if (line === undefined) return [];
  const { number, text, mean, perplexity } = line;
  const stop = mean === null ? 0 : heatStop(mean);
  return [
    number,
    <bdi
      key="text"
      style={stop === 0 ? undefined : { backgroundColor: `var(--ember-${stop})` }}
      className="inline-block max-w-full truncate rounded-token px-0.5 align-bottom font-mono"
    >
      {text.trim() || 'empty line'}
    </bdi>,
    formatKnown(perplexity, formatPerplexity),
    formatSurprise(mean === null ? null : -mean, unit),
  ];
}

const spanWidth = 5;

const maxSpans = 50;

function SpanJump({ score, onSpan }: { score: Score; onSpan: (span: Span) => void }) {
  const spans = useMemo(() => surprisingSpans(score.tokens, spanWidth, maxSpans), [score]);
  const unit = useSurpriseUnit((state) => state.unit.id);
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

interface SpanMarkProps {
  /** Positioned, around the text. */
  root: RefObject<HTMLElement | null>;
  choice: Choice;
  span: Span;
}

function SpanMark({ root, choice, span: { from, to } }: SpanMarkProps) {
  return Array.from({ length: to - from }, (_, at) => (
    <TokenLine key={from + at} root={root} choice={choice} token={from + at} />
  ));
}

function TokenLine({ root, choice, token }: Omit<SpanMarkProps, 'span'> & { token: number }) {
  return usePlace(choice, token, root)?.rects.map((rect) => (
    <span
      key={`${rect.left} ${rect.top}`}
      aria-hidden="true"
      className="pointer-events-none absolute border-b-2 border-text"
      style={rect}
    />
  ));
}
