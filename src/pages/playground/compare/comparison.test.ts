import { afterEach, expect, test } from 'vitest';
import { createStreamSlots } from '#connection/stream-slots.ts';
import { emptyDraft } from '#draft/draft.ts';
import { endedRun } from '#run/testing/ended-run.ts';
import { answer, createHeldServices, request } from '#run/testing/held-service.ts';
import { createComparison, ordinal, queuePosition, runsAColumn } from './comparison.ts';

const { hold, closeAll } = createHeldServices();
afterEach(closeAll);

function compare(limit: number) {
  const slots = createStreamSlots(limit);
  return createComparison({ requestFrame: (callback) => void setImmediate(callback), slots });
}

test('stopping all sends none of the queued requests', async () => {
  const { client, open } = await hold();
  const comparison = compare(1);
  for (const id of ['a', 'b', 'c']) comparison.run(client, id, emptyDraft, request);
  await expect.poll(() => open.length).toBe(1);
  expect(comparison.queuedIds()).toHaveLength(2);
  comparison.stopAll();
  for (const id of ['a', 'b', 'c']) {
    expect(comparison.runOf(id)?.state).toMatchObject({ phase: 'ended', endState: 'stopped' });
  }
  comparison.run(client, 'd', emptyDraft, request);
  await expect.poll(() => open.length).toBe(2);
  answer(open[1], 'd');
  const last = comparison.runOf('d');
  await comparison.pool.ended(last?.id ?? 0);
  expect(open).toHaveLength(2);
});

test('a column that runs again stops its older run, whose late answer is not shown', async () => {
  const { client, open } = await hold();
  const comparison = compare(4);
  const older = comparison.run(client, 'a', emptyDraft, request);
  await expect.poll(() => open.length).toBe(1);
  const newer = comparison.run(client, 'a', emptyDraft, request);
  await expect.poll(() => open.length).toBe(2);
  answer(open[1], 'newer');
  await comparison.pool.ended(newer);
  answer(open[0], 'older');
  expect(comparison.runOf('a')?.recording.choices.get(0)?.text.toString()).toBe('newer');
  expect(comparison.get(older)?.state).toMatchObject({ phase: 'ended', endState: 'stopped' });
  expect(comparison.get(older)?.recording.choices.get(0)).toBeUndefined();
});

test('earlier runs of a column can be shown again, and the oldest is dropped beyond the limit', async () => {
  const { client, open } = await hold();
  const ended: number[] = [];
  const forgotten: number[] = [];
  const slots = createStreamSlots(4);
  const comparison = createComparison(
    { requestFrame: (callback) => void setImmediate(callback), slots },
    { onEnded: (_, { runId }) => void ended.push(runId), onForgotten: (runId) => void forgotten.push(runId) },
  );
  const ids: number[] = [];
  for (let count = 0; count <= runsAColumn; count += 1) {
    const id = comparison.run(client, 'a', emptyDraft, request);
    await expect.poll(() => open.length).toBe(count + 1);
    answer(open[count], `answer ${count}`);
    await comparison.pool.ended(id);
    ids.push(id);
  }
  expect(ended).toEqual(ids);
  expect(forgotten).toEqual(ids.slice(0, 1));
  expect(comparison.get(ids[0] ?? 0)).toBeUndefined();
  comparison.show('a', ids[1] ?? 0);
  expect(comparison.runOf('a')?.recording.choices.get(0)?.text.toString()).toBe('answer 1');
  comparison.show('a', ids[0] ?? 0);
  expect(comparison.runOf('a')?.id).toBe(ids[1]);
  comparison.forget('a');
  expect(forgotten).toEqual([ids[0], ...ids.slice(1)]);
});

test('a stored run precedes the runs of this page, and is shown only without them', async () => {
  const { client, open } = await hold();
  const comparison = compare(4);
  const before = { ...endedRun({ pieces: [[0, 'before']] }), id: -1 };
  const earlier = { ...before, id: -2 };
  comparison.restore('b', emptyDraft, before);
  expect(comparison.runOf('b')?.id).toBe(-1);
  const id = comparison.run(client, 'a', emptyDraft, request);
  await expect.poll(() => open.length).toBe(1);
  comparison.restore('a', emptyDraft, earlier);
  expect(comparison.runOf('a')?.id).toBe(id);
  expect(comparison.kept.getState()['a']?.map(({ runId }) => runId)).toEqual([-2, id]);
});

test('an added answer is shown and kept like the column’s own, even with later runs', async () => {
  const { client, open } = await hold();
  const kept: [string, number][] = [];
  const comparison = createComparison(
    {},
    { onEnded: (column, { runId }) => kept.push([column, runId]), onForgotten: () => undefined },
  );
  comparison.adopt('a', emptyDraft, endedRun({ pieces: [[0, 'elsewhere']] }));
  const added = comparison.runOf('a');
  expect(kept).toEqual([['a', added?.id]]);
  expect(added?.recording.choices.get(0)?.text.toString()).toBe('elsewhere');
  const id = comparison.run(client, 'a', emptyDraft, request);
  await expect.poll(() => open.length).toBe(1);
  expect(comparison.kept.getState()['a']?.map(({ runId }) => runId)).toEqual([added?.id, id]);
});

test('an answer added twice stays in one column when the other is removed', () => {
  const forgotten: number[] = [];
  const comparison = createComparison(
    {},
    { onEnded: () => undefined, onForgotten: (runId) => forgotten.push(runId) },
  );
  const arrived = endedRun({ pieces: [[0, 'elsewhere']] });
  comparison.adopt('a', emptyDraft, arrived);
  comparison.adopt('b', emptyDraft, arrived);
  const [first, second] = ['a', 'b'].map((column) => comparison.runOf(column)?.id);
  comparison.forget('a');
  expect(forgotten).toEqual([first]);
  expect(comparison.runOf('b')?.id).toBe(second);
});

test('a failed column does not affect the others', async () => {
  const { client, open } = await hold();
  const comparison = compare(4);
  comparison.run(client, 'a', emptyDraft, request);
  comparison.run(client, 'b', emptyDraft, request);
  await expect.poll(() => open.length).toBe(2);
  const [a, b] = ['a', 'b'].map((id) => comparison.runOf(id)?.id ?? 0);
  open[0]?.writeHead(503, { 'content-type': 'application/json' });
  open[0]?.end(JSON.stringify({ error: { message: 'Full.', type: 'overloaded', param: null, code: null } }));
  answer(open[1], 'text');
  const ends = await Promise.all([comparison.pool.ended(a ?? 0), comparison.pool.ended(b ?? 0)]);
  const states = ends.map(({ state }) => (state.phase === 'ended' ? state.endState : state.phase));
  expect(states.toSorted()).toEqual(['complete', 'failed']);
});

test('the place in the queue counts requests of other views first', () => {
  expect(queuePosition(8, [7, 8, 9], 3)).toBe(2);
  expect(queuePosition(8, [7, 8, 9], 5)).toBe(4);
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
