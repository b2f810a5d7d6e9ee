// Matrix table: models by configurations.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, useRef } from 'react';
import { noValue } from '#lib/format.ts';
import { pastWords } from '#lib/dates.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { CutId } from '#ui/CutId.tsx';
import { offeredWord } from '#pages/hardware/configurations/hardware-row.ts';
import { notOffered } from '#pages/hardware/configurations/use-price-history.ts';
import { statusTone } from '#pages/hardware/configurations/OfferStatus.tsx';
import { useDrawnPlaces, useRem } from '#table/use-column-window.ts';
import { useIsPrinting } from '#ui/use-is-printing.ts';
import { useNow } from '#ui/use-now.ts';
import type { MatrixLine } from './matrix-run.ts';

interface MatrixTableProps {
  lines: readonly MatrixLine[];
  configurations: readonly string[];
  /** As `$5.40/h`. */
  prices: ReadonlyMap<string, string>;
  /** Made-up price and availability. */
  samples: ReadonlySet<string>;
  current: string | null;
  onModel: (model: string) => void;
}

// Rem; heads are vertical.
const nameWidth = 19.5;
const cell = { width: 2.75, height: 2.5 };
const maxHeadHeight = 14.5;
/** Of text-dense in the monospaced font. */
const characterWidth = 0.45;

/** Of 60 × 200 cells about 700 are drawn. */
export function MatrixTable(props: MatrixTableProps) {
  const { lines, configurations, prices, samples, current, onModel } = props;
  const nowMs = useNow(5_000);
  const scroller = useRef<HTMLDivElement>(null);
  const rem = useRem();
  const isPrinting = useIsPrinting();
  const start = Math.min(nameWidth * rem, 0.44 * innerWidth);
  const widths = useMemo(() => configurations.map(() => cell.width * rem), [configurations, rem]);
  const headHeight = useMemo(() => {
    const length = configurations.reduce(
      (most, id) => Math.max(most, id.length, headNote(id, prices, samples).length),
      0,
    );
    return Math.min(maxHeadHeight, Math.max(2.5, 0.5 + length * characterWidth)) * rem;
  }, [configurations, prices, samples, rem]);
  const places = useDrawnPlaces(scroller, widths, start, none);
  // oxlint-disable-next-line react/incompatible-library -- its results change, and nothing here memoizes them
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => cell.height * rem,
    paddingStart: headHeight,
    overscan: 4,
    rangeExtractor: (range) => (isPrinting ? [...lines.keys()] : defaultRangeExtractor(range)),
  });
  useEffect(() => virtual.measure(), [rem, headHeight, virtual]);
  return (
    <div ref={scroller} className="relative min-h-0 flex-1 overflow-auto overscroll-contain">
      <div
        role="table"
        data-matrix=""
        aria-label="models by configuration"
        aria-rowcount={lines.length + 1}
        aria-colcount={configurations.length + 1}
        style={{ width: start + widths.length * cell.width * rem, height: virtual.getTotalSize() }}
        className="relative"
      >
        <div
          role="rowgroup"
          style={{ height: headHeight }}
          className="sticky top-0 z-2 border-b border-line bg-bg"
        >
          <div role="row" aria-rowindex={1} className="relative h-full">
            <div
              role="columnheader"
              aria-colindex={1}
              style={{ width: start }}
              className="sticky left-0 z-1 flex h-full items-end border-r border-line bg-bg px-3 text-dense font-medium"
            >
              Model
            </div>
            {places.map((place) => (
              <div
                key={place}
                role="columnheader"
                aria-colindex={place + 2}
                style={{ left: start + place * cell.width * rem }}
                className="absolute inset-y-1 flex w-11 items-end justify-center font-mono text-dense text-muted"
              >
                <span
                  title={configurations[place]}
                  className="max-h-full truncate [writing-mode:vertical-rl] rotate-180"
                >
                  {configurations[place]}
                  <span className="block text-faint">
                    {headNote(configurations[place] ?? '', prices, samples)}
                  </span>
                </span>
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup">
          {virtual.getVirtualItems().map(({ index, start: top }) => {
            const line = lines[index];
            return (
              line && (
                <MatrixRow
                  key={line.model}
                  line={line}
                  index={index}
                  top={top}
                  start={start}
                  cellWidth={cell.width * rem}
                  places={places}
                  configurations={configurations}
                  samples={samples}
                  isCurrent={line.model === current}
                  age={line.atMs === null ? null : pastWords(line.atMs, nowMs)}
                  onModel={onModel}
                />
              )
            );
          })}
        </div>
      </div>
      {lines.length === 0 && <p className="sticky left-0 p-4 text-muted">No models selected.</p>}
    </div>
  );
}

const none: readonly number[] = [];

function headNote(id: string, prices: MatrixTableProps['prices'], samples: ReadonlySet<string>): string {
  return [prices.get(id), samples.has(id) && 'sample'].filter(Boolean).join(', ') || noValue;
}

interface MatrixRowProps {
  line: MatrixLine;
  index: number;
  /** Pixels. */
  top: number;
  /** Of the model column, pixels. */
  start: number;
  cellWidth: number;
  /** Of the drawn columns. */
  places: readonly number[];
  configurations: readonly string[];
  samples: ReadonlySet<string>;
  isCurrent: boolean;
  /** Null if never requested. */
  age: string | null;
  onModel: (model: string) => void;
}

const MatrixRow = memo(function MatrixRow(props: MatrixRowProps) {
  const { line, index, top, start, cellWidth, places, configurations, samples, isCurrent, age } = props;
  const { model, failure } = line;
  const checked = age === null ? null : `checked ${age}`;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      style={{ top }}
      className={`absolute inset-x-0 h-10 border-b border-line [contain:layout_style] ${isCurrent ? 'bg-tint' : 'bg-bg hover:bg-raised'}`}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        style={{ width: start }}
        className="sticky left-0 z-1 flex h-full flex-col justify-center border-r border-line bg-inherit px-3"
      >
        <button
          type="button"
          data-printed=""
          onClick={() => props.onModel(model)}
          title={`${model}: show in the table`}
          className="block max-w-full self-start hover:text-act"
        >
          <CutId id={model} endLength={14} />
        </button>
        {(checked ?? failure) !== null && (
          <span className="flex gap-x-2 text-label whitespace-nowrap text-faint">
            {checked}
            {failure !== null && (
              <span title={failure} className="min-w-0 truncate text-bad">
                {failure}
              </span>
            )}
          </span>
        )}
      </div>
      {places.map((place) => {
        const id = configurations[place] ?? '';
        const word = age === null ? undefined : line.words[id];
        const text = word === undefined ? 'not checked' : cellWords(word, samples.has(id), checked);
        return (
          <div
            key={place}
            role="cell"
            aria-colindex={place + 2}
            aria-label={text}
            title={word === undefined ? undefined : text}
            style={{ left: start + place * cellWidth }}
            className="absolute inset-y-0 flex w-11 items-center justify-center"
          >
            {word !== undefined && <CellSign word={word} />}
          </div>
        );
      })}
    </div>
  );
});

function cellWords(word: string, isSample: boolean, checked: string | null): string {
  return `${offeredWord(word)}${isSample && word !== notOffered ? ' (simulated)' : ''}, ${checked}`;
}

const looks: Readonly<Record<string, readonly [IconName, string]>> = {
  ok: ['full', 'text-ok'],
  partial: ['half', 'text-warn'],
  none: ['ring', 'text-faint'],
};

function CellSign({ word }: { word: string }) {
  if (word === notOffered) return <span className="text-faint">{noValue}</span>;
  if (!['available', 'insufficient', 'unavailable'].includes(word))
    return <span className="line-clamp-2 max-w-11 text-center text-label leading-tight">{word}</span>;
  const [icon, colour] = looks[statusTone(word)] ?? (['ring', 'text-faint'] as const);
  return <Icon name={icon} className={colour} />;
}
