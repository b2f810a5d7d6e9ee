import { expect, test } from 'vitest';
import { readTimeMs } from '#lib/read-time.ts';
import { type Entry, orderedEntries } from './entry.ts';
import { rowsOf, type Row } from './rows.ts';

const noon = new Date(2026, 10, 21, 12).getTime();

function entry(seconds: number | null, message: string, type = 'info'): Entry {
  const timeText = seconds === null ? 'soon' : new Date(noon + seconds * 1000).toISOString();
  const timeMs = readTimeMs(timeText);
  return {
    key: `${message}@${timeText}`,
    position: 0,
    timeMs,
    timeText,
    level: 'info',
    type,
    message,
    raw: {},
  };
}

function wordsOf(row: Row): string {
  if (row.kind === 'gap') return `gap ${row.durationMs / 1000}`;
  if (row.kind === 'day') return 'day';
  if (row.kind === 'fold') return `${row.message} × ${row.entries.length}`;
  return row.entry.message;
}

const closed: ReadonlySet<string> = new Set();

test('a silence of a tenth of the span is a row, a shorter one is not', () => {
  const seconds = [0, 1, 2, 3, 102, 103, 200, 1000];
  const rows = rowsOf(
    seconds.map((second) => entry(second, String.fromCodePoint(97 + seconds.indexOf(second)))),
    closed,
  );
  expect(rows.map(wordsOf)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'gap 800', 'h']);
  const tenth = [0, 1, 2, 3, 103, 104, 1000].map((second, index) => entry(second, 'abcdefg'.charAt(index)));
  expect(rowsOf(tenth, closed).map(wordsOf)).toContain('gap 100');
});

test('evenly spaced entries have no silences, however rare they are', () => {
  const hourly = [0, 1, 2, 3].map((hour) => entry(hour * 3600, 'abcd'.charAt(hour)));
  expect(rowsOf(hourly, closed).map(wordsOf)).toEqual(['a', 'b', 'c', 'd']);
});

test('a short life has no silences', () => {
  const entries = [entry(0, 'a'), entry(0.4, 'b'), entry(0.9, 'c')];
  expect(rowsOf(entries, closed).map(wordsOf)).toEqual(['a', 'b', 'c']);
});

test('three messages that differ only in figures are folded, with the first and the last shown', () => {
  const steps = [1, 2, 3].map((step) => entry(step, `Step ${step}/9: loss=${4 - step}.5`));
  const rows = rowsOf([...steps, entry(3.5, 'Epoch completed')], closed);
  expect(rows.map(wordsOf)).toEqual(['Step 1 → 3/9: loss=3.5 → 1.5 × 3', 'Epoch completed']);
});

test('without folds all are rows', () => {
  const steps = [1, 2, 3].map((step) => entry(step, `Step ${step}`));
  expect(rowsOf(steps, null).map(wordsOf)).toEqual(['Step 1', 'Step 2', 'Step 3']);
});

test('two are not folded, nor are three of different types, nor three with a silence between them', () => {
  const two = [entry(1, 'Step 1'), entry(2, 'Step 2')];
  expect(rowsOf(two, closed).map(wordsOf)).toEqual(['Step 1', 'Step 2']);
  const types = [entry(1, 'Step 1'), entry(2, 'Step 2', 'warning'), entry(3, 'Step 3')];
  expect(rowsOf(types, closed)).toHaveLength(3);
  const silent = [entry(0, 'Step 1'), entry(1, 'Step 2'), entry(2, 'Step 3'), entry(60, 'Step 4')];
  expect(rowsOf(silent, closed).map(wordsOf)).toEqual(['Step 1 → 3 × 3', 'gap 58', 'Step 4']);
});

test('a NaN loss breaks the fold, so that it is visible', () => {
  const losses = ['2.5', '2.4', '2.3', 'NaN', '2.2'].map((loss, index) => entry(index, `loss=${loss}`));
  expect(rowsOf(losses, closed).map(wordsOf)).toContain('loss=NaN');
});

test('an open fold shows all its entries below it, each with the time since the previous one', () => {
  const steps = [1, 2, 4].map((step) => entry(step, `Step ${step}`));
  const [fold] = rowsOf(steps, closed);
  const rows = rowsOf(steps, new Set([fold?.key ?? '']));
  expect(rows.map(wordsOf)).toEqual(['Step 1 → 4 × 3', 'Step 1', 'Step 2', 'Step 4']);
  expect(rows.map((row) => (row.kind === 'entry' ? row.deltaMs : 'fold'))).toEqual([
    'fold',
    null,
    1000,
    2000,
  ]);
});

test('a fold keeps its key while it grows', () => {
  const steps = [1, 2, 3, 4].map((step) => entry(step, `Step ${step}`));
  expect(rowsOf(steps.slice(0, 3), closed)[0]?.key).toBe(rowsOf(steps, closed)[0]?.key);
});

test('a new day begins with a row', () => {
  const entries = [entry(0, 'a'), entry(1, 'b'), entry(86_400, 'c')];
  expect(rowsOf(entries, closed).map(wordsOf)).toEqual(['a', 'b', 'gap 86399', 'day', 'c']);
});

test('a new day begins with a row among repetitions, too, folded or not', () => {
  const steps = Array.from({ length: 8 }, (_, index) => entry(index * 3 * 3600, `Step ${index}`));
  expect(rowsOf(steps, closed).map(wordsOf)).toEqual(['Step 0 → 3 × 4', 'day', 'Step 4 → 7 × 4']);
  expect(rowsOf(steps, null).map(wordsOf).slice(3, 6)).toEqual(['Step 3', 'day', 'Step 4']);
});

test('entries with unreadable times are shown without a delta', () => {
  const rows = rowsOf([entry(0, 'a'), entry(null, 'b'), entry(1, 'c')], closed);
  expect(rows.map((row) => (row.kind === 'entry' ? row.deltaMs : 0))).toEqual([null, null, null]);
});

test('an empty list has no rows', () => {
  expect(rowsOf([], closed)).toEqual([]);
});

test('entries are ordered by time, and as they were sent where times tie or are missing', () => {
  const sent = [entry(2, 'c'), entry(null, 'after c'), entry(0, 'a'), entry(1, 'b1'), entry(1, 'b2')];
  expect(orderedEntries(sent).map(({ message }) => message)).toEqual(['a', 'b1', 'b2', 'c', 'after c']);
});

test('a list sent newest first is reversed, including ties', () => {
  const sent = [entry(3, 'd'), entry(1, 'c'), entry(1, 'b'), entry(0, 'a')];
  expect(orderedEntries(sent).map(({ message }) => message)).toEqual(['a', 'b', 'c', 'd']);
});

test('ten thousand entries become rows in a single pass', () => {
  const entries = Array.from({ length: 10_000 }, (_, index) =>
    entry(index, index % 50 === 0 ? `Epoch ${index / 50}` : `Step ${index}: loss=${index / 7}`),
  );
  const rows = rowsOf(entries, closed);
  expect(rows).toHaveLength(400);
  const held = rows.reduce((count, row) => count + (row.kind === 'fold' ? row.entries.length : 1), 0);
  expect(held).toBe(10_000);
});

test('hidden entries do not count as silence, and a silence among them is still shown', () => {
  const busy = Array.from({ length: 60 }, (_, second) =>
    entry(second, `step ${'abcdef'.charAt(second % 6)}`),
  );
  const all = [entry(0, 'start', 'job'), ...busy, entry(60, 'end', 'job')];
  const jobs = all.filter(({ type }) => type === 'job');
  expect(rowsOf(jobs, closed, all).map(wordsOf)).toEqual(['start', 'end']);
  const quiet = [entry(0, 'start', 'job'), ...busy, entry(400, 'late'), entry(410, 'end', 'job')];
  const shown = quiet.filter(({ type }) => type === 'job');
  expect(rowsOf(shown, closed, quiet).map(wordsOf)).toEqual(['start', 'gap 341', 'end']);
});

test('no silence precedes the first shown entry, and equal messages fold across hidden ones', () => {
  const all = [
    entry(0, 'hidden'),
    ...[500, 501, 502].map((second) => entry(second, `warn ${second}`, 'warning')),
  ];
  const shown = all.slice(1);
  expect(rowsOf(shown, closed, all).map(({ kind }) => kind)).toEqual(['fold']);
});
