import { afterEach, expect, test } from 'vitest';
import { createStreamSlots } from '#connection/stream-slots.ts';
import { emptyDraft } from '#pages/playground/draft.ts';
import { answer, createHeldServices, request } from '#pages/playground/testing/held-service.ts';
import { createComparison, ordinal, placeInLine } from './comparison.ts';

const { hold, closeAll } = createHeldServices();
afterEach(closeAll);

function compare(limit: number) {
  const slots = createStreamSlots(limit);
  return createComparison({ requestFrame: (callback) => void setImmediate(callback), slots });
}

test('stopping all sends none of those that stood in line', async () => {
  const { client, open } = await hold();
  const comparison = compare(1);
  for (const id of ['a', 'b', 'c']) comparison.run(client, id, emptyDraft, request);
  await expect.poll(() => open.length).toBe(1);
  expect(comparison.inLine()).toHaveLength(2);
  comparison.stopAll();
  for (const id of ['a', 'b', 'c']) {
    expect(comparison.runOf(id)?.state).toMatchObject({ phase: 'ended', endState: 'stopped' });
  }
  comparison.run(client, 'd', emptyDraft, request);
  await expect.poll(() => open.length).toBe(2);
  answer(open[1], 'd');
  const last = comparison.runOf('d');
  await comparison.fleet.ended(last?.id ?? 0);
  expect(open).toHaveLength(2);
});

test('a column that runs again drops its older run, whose late answer shows nowhere', async () => {
  const { client, open } = await hold();
  const comparison = compare(4);
  comparison.run(client, 'a', emptyDraft, request);
  await expect.poll(() => open.length).toBe(1);
  const older = comparison.runOf('a');
  comparison.run(client, 'a', emptyDraft, request);
  await expect.poll(() => open.length).toBe(2);
  answer(open[1], 'newer');
  const newer = comparison.runOf('a');
  await comparison.fleet.ended(newer?.id ?? 0);
  answer(open[0], 'older');
  expect(comparison.runOf('a')?.recording.lanes.get(0)?.text.toString()).toBe('newer');
  expect(comparison.fleet.get(older?.id ?? 0)).toBeUndefined();
});

test('a failed column leaves the others alone', async () => {
  const { client, open } = await hold();
  const comparison = compare(4);
  comparison.run(client, 'a', emptyDraft, request);
  comparison.run(client, 'b', emptyDraft, request);
  await expect.poll(() => open.length).toBe(2);
  const [a, b] = ['a', 'b'].map((id) => comparison.runOf(id)?.id ?? 0);
  open[0]?.writeHead(503, { 'content-type': 'application/json' });
  open[0]?.end(JSON.stringify({ error: { message: 'Full.', type: 'overloaded', param: null, code: null } }));
  answer(open[1], 'text');
  const ends = await Promise.all([comparison.fleet.ended(a ?? 0), comparison.fleet.ended(b ?? 0)]);
  const states = ends.map(({ state }) => (state.phase === 'ended' ? state.endState : state.phase));
  expect(states.toSorted()).toEqual(['complete', 'failed']);
});

test('the place in the line counts those of others first', () => {
  expect(placeInLine(8, [7, 8, 9], 3)).toBe(2);
  expect(placeInLine(8, [7, 8, 9], 5)).toBe(4);
  expect([1, 2, 3, 4, 11, 12, 21, 112].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '21st',
    '112th',
  ]);
});
