// Token table of one choice.
import { memo, useEffect, useMemo, useState } from 'react';
import { create } from 'zustand';
import { isSeen } from '#draft/draft-store.ts';
import { formatCount, formatCounted, formatTenths, noValue } from '#lib/format.ts';
import { formatLogprob, formatProbability } from '#run/format-share.ts';
import { heatStop } from './heat.ts';
import { focusToken, pinToken, releaseToken, useFocusedToken } from './pinned-token.ts';
import { countStalls } from './stalls.ts';
import type { Choice } from '#run/choice.ts';
import { useRun, useRunClock } from '#run/run-store.ts';
import type { Run } from '#run/run.ts';
import { readToken } from '#run/token.ts';
import { Segmented } from '#ui/Segmented.tsx';
import { Empty } from '#ui/States.tsx';
import { TextInput } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { fromVisible, toVisibleToken } from '#ui/visible-text.ts';
import { RowGrid } from './RowGrid.tsx';
import { tokenRows, type TokenOrder } from './token-rows.ts';

const readingMs = 200;

const heads = [
  { label: '#', isNumber: true },
  { label: 'text', isNumber: false },
  { label: 'id', isNumber: true },
  { label: 'p', isNumber: true },
  { label: 'logprob', isNumber: true },
  { label: 'gap ms', isNumber: true },
] as const;

export const TokensPanel = memo(function TokensPanel() {
  const run = useRun();
  useRunClock(run, readingMs);
  if (run === null || [...run.recording.choices.values()].every(({ tokenCount }) => tokenCount === 0)) {
    return (
      <div className="p-4">
        <Empty title="No tokens yet">
          <p>Each token of the output appears here with its probability and time.</p>
        </Empty>
      </div>
    );
  }
  return <ChoiceTokens key={run.id} run={run} />;
});

function ChoiceTokens({ run }: { run: Run }) {
  const choices = run.recording.sortedChoices;
  const [chosen, setChosen] = useState<number | null>(null);
  const { order } = useTokenOrder();
  const [search, setSearch] = useState('');
  const choice = choices.find(({ index }) => index === chosen) ?? choices[0];
  if (choice === undefined) return null;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="grid shrink-0 gap-2 px-4 py-3 low:py-1.5 low:max-tablet:grid-cols-2">
        {choices.length > 1 && (
          <Select
            aria-label="Choice"
            value={String(choice.index)}
            onValue={(index) => setChosen(Number(index))}
            options={choices.map(({ index, answerTokenCount, unit }) => ({
              value: String(index),
              label: `choice ${index} · ${formatCounted(answerTokenCount, unit)}`,
            }))}
          />
        )}
        <Segmented
          aria-label="Sort tokens"
          isWide
          value={order}
          onValue={(next) => useTokenOrder.setState({ order: next })}
          options={[
            { value: 'order', label: 'In order' },
            { value: 'surprise', label: 'Least likely first' },
          ]}
        />
        <TextInput
          aria-label="Search tokens"
          placeholder="Search; \n is a line break"
          value={search}
          onValue={setSearch}
        />
      </div>
      <TokenTable key={choice.index} choice={choice} order={order} wanted={fromVisible(search)} />
    </div>
  );
}

function TokenTable({ choice, order, wanted }: { choice: Choice; order: TokenOrder; wanted: string }) {
  const { tokenCount } = choice;
  const [cursor, setCursor] = useState<number | null>(null);
  // The choice grows in place: only its token count changes.
  const rows = useMemo(
    () => (tokenCount === 0 ? new Int32Array() : tokenRows(choice, order, wanted)),
    [choice, order, wanted, tokenCount],
  );
  const columns = useMemo(() => columnsOf(choice, tokenCount), [choice, tokenCount]);
  const fromText = useFocusedToken(({ focused }) =>
    focused?.choice === choice && focused.by === 'text' ? focused.token : null,
  );
  useEffect(() => () => releaseToken('table'), []);

  function show(token: number | null | undefined) {
    if (token === null || token === undefined) releaseToken('table');
    else if (useFocusedToken.getState().focused?.token !== token || fromText !== null)
      focusToken(choice, token, 'table');
  }

  const stallCount = countStalls(choice.arrivals);
  const marked = fromText ?? cursor;
  const selected = marked === null ? -1 : rows.indexOf(marked);
  return (
    <>
      <RowGrid
        label="Tokens"
        heads={heads}
        columns={columns}
        rowCount={rows.length}
        cells={(row) => cellsOf(choice, rows[row] ?? 0)}
        selected={selected === -1 ? null : selected}
        onSelect={(row) => {
          const token = rows[row];
          setCursor(token ?? null);
          show(token);
          // A phone's panel covers the text: its card is there when the panel is closed.
          if (token !== undefined && !isSeen('prompt')) pinToken({ choice, token });
        }}
        onHover={(row) => show(row === null ? cursor : rows[row])}
      />
      <p className="shrink-0 border-t border-line px-4 py-1.5 text-label text-faint low:py-0">
        <span>
          {rows.length === tokenCount
            ? countWords(choice)
            : `${formatCount(rows.length)} of ${formatCount(tokenCount)} ${choice.unit}s`}
        </span>
        {stallCount > 0 && <span> · {formatCounted(stallCount, 'pause')}</span>}
      </p>
    </>
  );
}

/** The text gets what the figures leave; those of a logprob below −10 fit, too. */
function columnsOf({ ids }: Choice, tokenCount: number): string {
  // Ids that are missing are NaN.
  const largestId = ids.view().reduce((largest, id) => (id > largest ? id : largest), 0);
  return `${widthOf(tokenCount)} minmax(0,1fr) ${widthOf(largestId)} 3.125rem 3rem 2.5rem`;
}

/** Of a column of whole numbers. */
function widthOf(largest: number): string {
  return `${Math.max(3, String(largest).length) * 0.45 + 0.0625}rem`;
}

function countWords({ promptTokenCount, answerTokenCount, unit }: Choice): string {
  const ofPrompt = promptTokenCount > 0 ? `${formatCount(promptTokenCount)} of the prompt · ` : '';
  return `${ofPrompt}${formatCounted(answerTokenCount, unit)}`;
}

function cellsOf(choice: Choice, token: number) {
  const { id, text, isSpecial, logprob, probability, gapMs } = readToken(choice, token);
  const stop = logprob === null ? 0 : heatStop(logprob);
  return [
    token + 1,
    <bdi
      key="text"
      title={isSpecial ? 'a special token, not part of the text' : undefined}
      style={stop === 0 ? undefined : { backgroundColor: `var(--ember-${stop})` }}
      className={`rounded-token px-0.5 font-mono ${isSpecial ? 'text-faint' : ''}`}
    >
      {toVisibleToken(text) || 'no text'}
    </bdi>,
    id ?? noValue,
    probability === null ? noValue : formatProbability(probability),
    logprob === null ? noValue : logprob === Number.NEGATIVE_INFINITY ? '−∞' : formatLogprob(logprob),
    gapMs === null ? noValue : formatTenths(gapMs),
  ];
}

/** Of the next run, too. */
const useTokenOrder = create<{ readonly order: TokenOrder }>(() => ({ order: 'order' }));
