// The lines of a prompt, each with its perplexity: sorted, and a way to the line itself.
import { useMemo, useState } from 'react';
import { RowGrid } from '#pages/playground/inspect/RowGrid.tsx';
import type { Score } from '#pages/playground/labs/score/score.ts';
import {
  formatPerplexity,
  formatSurprise,
  type SurpriseUnit,
} from '#pages/playground/labs/score/surprise-unit.ts';
import { heatStop } from '#pages/playground/tokens/heat.ts';
import { Segmented } from '#ui/Segmented.tsx';
import { linesOf, orderLines, type LineOrder, type ScoredLine } from './lines.ts';

interface LineListProps {
  score: Score;
  unit: SurpriseUnit;
  /** A line was chosen: its first token, in the whole text. */
  onToken: (token: number) => void;
}

/** A line's mark has the heat of its mean token. */
export function LineList({ score, unit, onToken }: LineListProps) {
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
        columns="2rem minmax(0,1fr) 4rem 3rem"
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
      className="rounded-token px-0.5 font-mono"
    >
      {text.trim() || 'no text'}
    </bdi>,
    formatPerplexity(perplexity),
    formatSurprise(mean === null ? null : -mean, unit),
  ];
}
