// Log files that grow while they are read.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFollowedLog, readLog } from './read-log.ts';
import { logFile, pairsOf } from '#pages/fine-tunes/testing/log-file.ts';
import {
  consoleLog,
  factoryLog,
  trainerState,
  type LoggedStep,
} from '#pages/fine-tunes/testing/log-writers.ts';

const rows: readonly LoggedStep[] = Array.from({ length: 30 }, (_, index) => ({
  step: (index + 1) * 5,
  epoch: index / 10,
  loss: 3 - index / 20,
  ...(index % 10 === 9 && { evalLoss: 2 }),
}));
const file = (text: string) => new File([text], 'train.log');

test.each([
  ['console', consoleLog(rows)],
  ['JSON lines', factoryLog(rows, false)],
  [
    'table',
    rows
      .map(({ loss }) => `${loss}\n`)
      .join('')
      .replace(/^/, 'loss\n'),
  ],
])('a %s read as it grows gives the same as one read at once', async (_, text) => {
  const whole = await readLog(logFile(text, 'train.log'));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: text.length }), { maxLength: 6 }), async (cuts) => {
      const followed = createFollowedLog();
      for (const end of cuts.toSorted((one, other) => one - other))
        await followed.read(file(text.slice(0, end))).catch(() => null);
      const report = await followed.read(file(text));
      expect(report.runs).toEqual(whole.runs);
      expect(report.unread).toEqual(whole.unread);
    }),
    { numRuns: 60 },
  );
});

test('reading continues where it ended, and half a line is not a point yet', async () => {
  const taken: number[] = [];
  const seen = (text: string) => {
    const growing = file(text);
    const slice = growing.slice.bind(growing);
    growing.slice = (from, to) => {
      if (to === undefined) taken.push(from ?? 0);
      return slice(from, to);
    };
    return growing;
  };
  const followed = createFollowedLog();
  const half = await followed.read(seen('step,loss\n1,5\n2,4'));
  expect(pairsOf(half, 'train loss')).toEqual([[1, 5]]);
  const grown = await followed.read(seen('step,loss\n1,5\n2,4.25\n3,4\n'));
  expect(pairsOf(grown, 'train loss')).toEqual([
    [1, 5],
    [2, 4.25],
    [3, 4],
  ]);
  expect(taken).toEqual([0, 17]);
});

test('a file that is rewritten is read from its beginning', async () => {
  const followed = createFollowedLog();
  await followed.read(file('step,loss\n1,5\n2,4\n3,3\n'));
  expect(pairsOf(await followed.read(file('step,loss\n1,9\n2,8\n3,7\n4,6\n')), 'train loss')).toHaveLength(4);
  expect(pairsOf(await followed.read(file('step,loss\n1,2\n')), 'train loss')).toEqual([[1, 2]]);
  const state = createFollowedLog();
  await state.read(file(trainerState(rows.slice(0, 10))));
  expect(pairsOf(await state.read(file(trainerState(rows))), 'train loss')).toHaveLength(30);
});
