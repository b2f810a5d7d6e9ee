// Differences between two models over one text.
import { useMemo, useRef, useState, type CSSProperties } from 'react';
import { formatCount, formatKnown, formatPerplexity } from '#lib/format.ts';
import { RowGrid } from '#pages/playground/tokens/RowGrid.tsx';
import { TokenOutline } from '#pages/playground/tokens/TokenCard.tsx';
import { TokenText } from '#pages/playground/tokens/TokenText.tsx';
import { heatStop, type TokenPaint, type TokenReading } from '#pages/playground/tokens/heat.ts';
import { focusToken, useFocusedToken } from '#pages/playground/tokens/pinned-token.ts';
import { usePlace } from '#pages/playground/tokens/use-token-focus.ts';
import { formatBitsPerByte, formatSurprise, useSurpriseUnit, type SurpriseUnit } from './surprise-unit.ts';
import {
  alignScores,
  isSameDivision,
  largestDifferences,
  totalsOf,
  type AlignedPart,
  type AlignedTotals,
} from './align.ts';
import { choiceOfScore } from './spans.ts';
import { Figure, InstrumentStrip } from '#ui/InstrumentStrip.tsx';
import { toVisibleToken } from '#ui/visible-text.ts';
import { UnitSwitch } from './UnitSwitch.tsx';
import type { Scoring } from '#run/echo-score.ts';

interface DifferencesProps {
  text: string;
  one: Extract<Scoring, { ok: true }>;
  other: Extract<Scoring, { ok: true }>;
  names: { readonly a: string; readonly b: string };
}

const line = 'min-w-0 flex-1 truncate text-dense tabular-nums';

const maxRows = 200;

/** Needs a key per comparison. */
export function Differences({ text, one, other, names }: DifferencesProps) {
  const unit = useSurpriseUnit((state) => state.unit.id);
  const parts = useMemo(() => alignScores(text.length, one.score, other.score), [text, one, other]);
  const rows = useMemo(() => largestDifferences(parts, maxRows), [parts]);
  const totals = useMemo(() => totalsOf(text, parts), [text, parts]);
  const isSame = useMemo(() => isSameDivision(one.score, other.score), [one, other]);
  const choice = useMemo(() => choiceOfParts(text, parts), [text, parts]);
  const reading = useMemo<TokenReading>(
    () => ({
      paint: (token) => differencePaint(parts[token]?.difference ?? null),
      describe: (token) => describePart(parts[token], text, unit),
    }),
    [text, parts, unit],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<number | null>(null);
  const place = usePlace(choice, current, root);
  const pointed = useFocusedToken(({ focused }) =>
    focused?.choice === choice && focused.by === 'text' ? focused.token : null,
  );

  function show(part: number | undefined) {
    if (part === undefined) return;
    setCurrent(part);
    focusToken(choice, part, 'table');
    // On a narrow page the whole lab scrolls.
    scroller.current?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <>
      <div className="-mx-4 border-y border-line">
        <InstrumentStrip label="Comparison figures" end={<DifferenceLegend />}>
          <Figure label="A bits per byte" value={formatBitsPerByte(totals.a, totals.bytes)} minChars={6} />
          <Figure label="B bits per byte" value={formatBitsPerByte(totals.b, totals.bytes)} minChars={6} />
          {isSame && (
            <>
              <Figure
                label="A perplexity"
                value={formatKnown(one.score.perplexity, formatPerplexity)}
                minChars={6}
              />
              <Figure
                label="B perplexity"
                value={formatKnown(other.score.perplexity, formatPerplexity)}
                minChars={6}
              />
            </>
          )}
          <Figure label={`A ${unit}`} value={formatSurprise(totals.a, unit)} minChars={8} />
          <Figure label={`B ${unit}`} value={formatSurprise(totals.b, unit)} minChars={8} />
          <Figure label={`B − A ${unit}`} value={signedSurprise(differenceOf(totals), unit)} minChars={8} />
        </InstrumentStrip>
      </div>
      <p className="text-dense text-muted">
        A <span className="font-mono text-text">{names.a}</span> · B{' '}
        <span className="font-mono text-text">{names.b}</span>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <UnitSwitch />
        {/* Hovered parts are not announced. */}
        {pointed !== null && <span className={line}>{reading.describe(pointed)}</span>}
        <output aria-label="Part" className={pointed === null ? line : 'sr-only'}>
          {current === null ? <Verdict totals={totals} unit={unit} /> : reading.describe(current)}
        </output>
      </div>
      {(one.doubt ?? other.doubt) !== null && (
        <p className="text-dense text-muted">{one.doubt ?? other.doubt}</p>
      )}
      {!isSame && (
        <p className="text-dense text-muted">
          The models use different tokenizers, so their perplexities cannot be compared.
        </p>
      )}
      {totals.compared < text.length && (
        <p className="text-dense text-muted">
          The sums skip {formatCount(text.length - totals.compared)} of {formatCount(text.length)} characters
          without usable logprobs from both models.
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 desk:h-[max(18rem,calc(100dvh-33rem))] desk:grid-cols-[minmax(0,1fr)_22rem]">
        <div
          ref={scroller}
          data-scroll=""
          className="min-h-0 overflow-y-auto font-mono text-token max-desk:max-h-[60dvh]"
        >
          <div ref={root} className="relative max-w-[92ch] px-0.5">
            <TokenText choice={choice} isReceiving={false} isHeated label="Compared text" reading={reading} />
            <span data-current="">{place && <TokenOutline rects={place.rects} />}</span>
          </div>
        </div>
        <div className="flex min-h-0 flex-col border-line max-desk:h-80 max-desk:border-t desk:border-l">
          <RowGrid
            label="Largest differences"
            heads={heads}
            columns="minmax(0,1fr) 3.5rem 3.5rem 4rem"
            rowCount={rows.length}
            cells={(row) => cellsOf(parts[rows[row] ?? -1], text, unit)}
            selected={current === null || !rows.includes(current) ? null : rows.indexOf(current)}
            onSelect={(row) => show(rows[row])}
          />
        </div>
      </div>
    </>
  );
}

const heads = [
  { label: 'text', isNumber: false },
  { label: 'A', isNumber: true },
  { label: 'B', isNumber: true },
  { label: 'B − A', isNumber: true },
] as const;

function cellsOf(part: AlignedPart | undefined, text: string, unit: SurpriseUnit) {
  if (part === undefined) return [];
  const { start, end, a, b, difference } = part;
  return [
    <bdi key="text" className="font-mono">
      {toVisibleToken(text.slice(start, end))}
    </bdi>,
    formatSurprise(a, unit),
    formatSurprise(b, unit),
    signedSurprise(difference, unit),
  ];
}

function Verdict({ totals, unit }: { totals: AlignedTotals; unit: SurpriseUnit }) {
  const difference = differenceOf(totals);
  if (difference === null)
    return <span className="text-muted">No part of the text is scored by both models.</span>;
  if (difference === 0) return <span className="text-muted">Both models score the whole text the same.</span>;
  return (
    <span className="text-muted">
      {difference > 0 ? 'B' : 'A'} is more surprised by the whole text:{' '}
      {formatSurprise(Math.abs(difference), unit)} {unit}.
    </span>
  );
}

function differenceOf({ a, b }: AlignedTotals): number | null {
  return a === null || b === null ? null : b - a;
}

function describePart(part: AlignedPart | undefined, text: string, unit: SurpriseUnit): string {
  if (part === undefined) return '';
  const { start, end, a, b } = part;
  const shown = toVisibleToken(text.slice(start, end));
  return `“${shown}” · A ${formatSurprise(a, unit)} · B ${formatSurprise(b, unit)} ${unit}`;
}

function signedSurprise(nats: number | null, unit: SurpriseUnit): string {
  const shown = formatSurprise(nats, unit);
  return nats !== null && nats > 0 ? `+${shown}` : shown;
}

/** A token per part. */
function choiceOfParts(text: string, parts: readonly AlignedPart[]) {
  const tokens = parts.map(({ start, end }) => ({ text: text.slice(start, end), id: null, logprob: null }));
  return choiceOfScore({ tokens });
}

/** Telling the models apart must not need color: heat for B, a line for A. Nothing if negligible or unknown. */
function differencePaint(difference: number | null): TokenPaint {
  const stop = difference === null ? 0 : heatStop(-Math.abs(difference));
  return { stop, line: difference !== null && difference < 0 ? Math.ceil(stop / 2) : null };
}

function differenceLook(difference: number): CSSProperties {
  const { stop, line: thickness } = differencePaint(difference);
  if (thickness === null) return { backgroundColor: `var(--ember-${stop})` };
  return {
    textDecorationLine: 'underline',
    textDecorationColor: 'var(--text)',
    textDecorationSkipInk: 'none',
    textDecorationThickness: `${thickness}px`,
    textUnderlineOffset: '3px',
  };
}

function DifferenceLegend() {
  return (
    <span className="grid justify-items-end gap-1 text-label text-faint">
      <span>
        <span className="rounded-token px-1 text-text" style={differenceLook(3)}>
          heat
        </span>{' '}
        B more surprised
      </span>
      <span>
        <span className="px-1 text-text" style={differenceLook(-3)}>
          line
        </span>{' '}
        A more surprised
      </span>
    </span>
  );
}
