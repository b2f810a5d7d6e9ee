import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { createStreamSlots } from '#connection/stream-slots.ts';
import type { StoredCell } from './cell.ts';
import { answer, planOf, refuse, runOf, serveAsked, type Asked } from './testing/tables.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

// Busy machines are slow; only the event matters.
function until<Value>(read: () => Value) {
  return expect.poll(read, { interval: 5 });
}

async function serve(reply?: (asked: Asked) => void) {
  const service = await serveAsked(reply);
  closers.push(service.close);
  return service;
}

test('nothing is sent before the start; then rows are sent in order, up to the limit at once', async () => {
  const { client, asked } = await serve();
  const run = runOf(planOf(4), { atOnce: 2 });
  run.setLimits({ ...run.limits, atOnce: 3 });
  expect(run.runningCount).toBe(0);
  run.resume(client);
  expect(run.runningCount).toBe(3);
  await until(() => asked.length).toBe(3);
  expect(asked.map(({ prompt }) => prompt).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'r1',
    'r2',
    'r3',
  ]);
  for (const each of asked) answer(each, each.prompt.toUpperCase());
  await until(() => asked.length).toBe(4);
  answer(asked[3] ?? raise(), 'R4');
  await until(() => run.phase.kind).toBe('done');
  expect(run.results.map((result) => result?.text)).toEqual(['R1', 'R2', 'R3', 'R4']);
  expect(run.ledger.received).toMatchObject({ prompt: 4, completion: 4 });
});

test('every row is sent to every output', async () => {
  const { client } = await serve((asked) => answer(asked, 'x'));
  const run = runOf(planOf(3, 2));
  run.resume(client);
  await until(() => run.phase.kind).toBe('done');
  expect(run.counts.complete).toBe(6);
  expect(run.read.placeOf(3)).toMatchObject({ row: 1, output: { model: 'm1' } });
});

test('a paused run finishes running requests and sends no new ones; resumed, it sends the rest', async () => {
  const { client, asked } = await serve();
  const run = runOf(planOf(3), { atOnce: 1 });
  run.resume(client);
  await until(() => asked.length).toBe(1);
  run.pause();
  answer(asked[0] ?? raise(), 'a');
  await until(() => run.counts.complete).toBe(1);
  expect({ running: run.runningCount, phase: run.phase.kind, asked: asked.length }).toEqual({
    running: 0,
    phase: 'paused',
    asked: 1,
  });
  run.resume(client);
  await until(() => asked.length).toBe(2);
  expect(asked[1]?.prompt).toBe('r2');
});

test('a stop aborts running requests, keeps their text, and resends them only by hand', async () => {
  const { client, asked } = await serve();
  const run = runOf(planOf(2), { atOnce: 1 });
  run.resume(client);
  await until(() => asked.length).toBe(1);
  asked[0]?.response.writeHead(200, { 'content-type': 'text/event-stream' });
  asked[0]?.response.write('data: {"choices":[{"index":0,"text":"half"}]}\n\n');
  await until(() => run.runOf(0)?.recording.tokenCount).toBe(1);
  run.stop();
  await until(() => run.results[0]?.state).toBe('stopped');
  expect(run.results[0]?.text).toBe('half');
  run.resume(client);
  await until(() => asked.length).toBe(2);
  expect(asked[1]?.prompt).toBe('r2');
  answer(asked[1] ?? raise(), 'b');
  await until(() => run.phase.kind).toBe('done');
  run.retry([0, 1], client);
  await until(() => asked.length).toBe(3);
  answer(asked[2] ?? raise(), 'whole');
  await until(() => run.counts.complete).toBe(2);
  expect(asked.map(({ prompt }) => prompt)).toEqual(['r1', 'r2', 'r1']);
});

test('a pause withdraws queued cells, which count as unsent and cost nothing', async () => {
  const stored: StoredCell[] = [];
  const { client, asked } = await serve();
  const parts = { slots: createStreamSlots(1), onCell: (each: StoredCell) => stored.push(each) };
  const run = runOf(planOf(3), { atOnce: 3 }, [], parts);
  run.resume(client);
  await until(() => asked.length).toBe(1);
  expect({ running: run.runningCount, sent: stored.map(({ cell }) => cell) }).toEqual({
    running: 3,
    sent: [0],
  });
  run.stop();
  await until(() => run.runningCount).toBe(0);
  expect(run.results.map((result) => result?.state)).toEqual(['stopped', undefined, undefined]);
  expect({ spent: run.budget.spent, uncertain: run.ledger.uncertain }).toEqual({ spent: 7, uncertain: 1 });
  run.resume(client);
  for (const [at, prompt] of [
    [1, 'r2'],
    [2, 'r3'],
  ] as const) {
    await until(() => asked[at]?.prompt).toBe(prompt);
    answer(asked[at] ?? raise(), 'x');
  }
  await until(() => run.phase.kind).toBe('done');
  expect(run.counts).toEqual({ complete: 2, failed: 0, stopped: 1, lost: 0 });
  expect(asked).toHaveLength(3);
});

test('retrying a cell in a paused run sends only that request, even if others were retried earlier', async () => {
  let isBroken = true;
  const { client, asked } = await serve((each) => {
    if (isBroken) refuse(each, 500);
    else if (each.prompt !== 'r2') answer(each, 'x');
  });
  const run = runOf(planOf(50), { atOnce: 1 });
  run.resume(client);
  await until(() => run.phase).toMatchObject({
    kind: 'paused',
    reason: { kind: 'failures', count: 10, last: { status: 500 } },
  });
  isBroken = false;
  run.retry([1, 2], client);
  await until(() => asked.length).toBe(11);
  run.stop();
  await until(() => run.runningCount).toBe(0);
  run.retry([4], client);
  expect(run.pendingCount).toBe(1);
  await until(() => run.phase.kind).not.toBe('running');
  expect(asked.slice(10).map(({ prompt }) => prompt)).toEqual(['r2', 'r5']);
  expect(run.phase).toEqual({ kind: 'paused', reason: { kind: 'retried' } });
  run.resume(client);
  await until(() => run.phase.kind).toBe('done');
  expect(asked).toHaveLength(12 + 41);
});

test('retried cells refused by a 429 are resent alone, too', async () => {
  let answers: 'failed' | 'busy' | 'whole' = 'failed';
  const { client, asked } = await serve((each) => {
    if (answers === 'failed') return refuse(each, 500);
    if (answers === 'whole') return answer(each, 'x');
    answers = 'whole';
    return refuse(each, 429, { 'retry-after': '0' });
  });
  const run = runOf(planOf(20), { atOnce: 1, autoResume: true });
  run.resume(client);
  await until(() => run.counts.failed).toBe(10);
  answers = 'busy';
  run.retry([6], client);
  await until(() => run.counts.complete).toBeGreaterThan(0);
  await until(() => run.runningCount).toBe(0);
  expect(asked.slice(10).map(({ prompt }) => prompt)).toEqual(['r7', 'r7']);
});

test('a failed cell keeps the message of the service and is not resent automatically', async () => {
  const { client, asked } = await serve((each) =>
    each.prompt === 'r2' ? refuse(each, 503) : answer(each, 'x'),
  );
  const run = runOf(planOf(4));
  run.resume(client);
  await until(() => run.phase.kind).toBe('done');
  expect(run.counts).toEqual({ complete: 3, failed: 1, stopped: 0, lost: 0 });
  expect(run.results[1]).toMatchObject({
    status: 503,
    isRefused: true,
    promptTokens: 0,
    completionTokens: 0,
    dollars: 0,
  });
  expect(run.results[1]?.error).toContain('no 503');
  expect(asked).toHaveLength(4);
});

test('a 429 pauses all; resuming sends the refused requests first', async () => {
  let isBusy = true;
  const { client, asked } = await serve((each) =>
    isBusy && each.prompt === 'r2' ? refuse(each, 429, { 'retry-after': '7' }) : answer(each, 'x'),
  );
  const run = runOf(planOf(3), { atOnce: 1 });
  run.resume(client);
  await until(() => run.phase.kind).toBe('paused');
  expect(run.phase).toMatchObject({ reason: { kind: 'rate', isNamed: true } });
  expect(asked.map(({ prompt }) => prompt)).toEqual(['r1', 'r2']);
  isBusy = false;
  run.resume(client);
  await until(() => run.phase.kind).toBe('done');
  expect(asked.map(({ prompt }) => prompt)).toEqual(['r1', 'r2', 'r2', 'r3']);
});

test.each([
  ['of this connection', 401, ''],
  ['of the page’s server', 502, 'upstream_key_refused'],
])(
  'a refused key %s stops sending at once, and its cell is sent first on resuming',
  async (_, status, code) => {
    let isRefusing = true;
    const { client, asked } = await serve((each) =>
      isRefusing ? refuse(each, status, { code }) : answer(each, 'x'),
    );
    const run = runOf(planOf(20), { atOnce: 1 });
    run.resume(client);
    await until(() => run.phase).toMatchObject({ kind: 'paused', reason: { kind: 'refused' } });
    expect(asked).toHaveLength(1);
    expect(run.ledger.uncertain).toBe(0);
    isRefusing = false;
    run.resume(client);
    await until(() => run.phase.kind).toBe('done');
    expect(run.counts.complete).toBe(20);
  },
);

test.each([401, 429])('a run that was paused by %i says so after a reload', async (status) => {
  const stored: StoredCell[] = [];
  let isRefusing = true;
  const { client } = await serve((each) => (isRefusing ? refuse(each, status) : answer(each, 'x')));
  const before = runOf(planOf(2), { atOnce: 1 }, [], { onCell: (each) => stored.push(each) });
  before.resume(client);
  await until(() => before.phase.kind).toBe('paused');
  const after = runOf(planOf(2), { atOnce: 1 }, [
    ...new Map(stored.map((each) => [each.cell, each])).values(),
  ]);
  expect(after.phase).toMatchObject({ reason: { kind: 'refused', refusal: { status } } });
  isRefusing = false;
  after.resume(client);
  await until(() => after.phase.kind).toBe('done');
  expect(after.counts.complete).toBe(2);
});

test('ten failures in a row pause the run', async () => {
  const { client, asked } = await serve((each) => refuse(each, 500));
  const run = runOf(planOf(50), { atOnce: 1 });
  run.resume(client);
  await until(() => run.phase).toMatchObject({
    kind: 'paused',
    reason: { kind: 'failures', count: 10, last: { status: 500 } },
  });
  expect(asked).toHaveLength(10);
});

test('a cut answer is a failed cell with its text, and counts with its full bound', async () => {
  const { client } = await serve(({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[{"index":0,"text":"half"}]}\n\n', () => response.destroy());
  });
  const run = runOf(planOf(1));
  run.resume(client);
  await until(() => run.results[0]?.state).toBe('failed');
  expect(run.results[0]).toMatchObject({ text: 'half', isRefused: false });
  expect(run.budget.spent).toBe('r1'.length + 1 + 4);
});

test('the bound is never exceeded, whatever the answers cost, and raising it continues the run', async () => {
  const property = fc.asyncProperty(
    fc.array(fc.option(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 4 }))), {
      minLength: 6,
      maxLength: 6,
    }),
    fc.integer({ min: 0, max: 45 }),
    fc.integer({ min: 1, max: 4 }),
    async (usages, bound, atOnce) => {
      let truth = 0;
      const service = await serveAsked((each) => {
        const usage = usages[Number(each.prompt.slice(1)) - 1] ?? null;
        truth += usage === null ? 7 : usage[0] + usage[1];
        answer(each, 'x', usage);
      });
      const run = runOf(planOf(6), { atOnce, bound });
      run.resume(service.client);
      await until(() => run.phase.kind !== 'running').toBe(true);
      const atPause = truth;
      run.setLimits({ ...run.limits, bound: 1_000 });
      run.resume(service.client);
      await until(() => run.phase.kind).toBe('done');
      await service.close();
      expect(atPause).toBeLessThanOrEqual(bound);
      expect(run.budget.spent).toBe(truth);
      expect(run.counts.complete).toBe(6);
    },
  );
  await fc.assert(property, { numRuns: 20 });
});

test('stored results are restored, a lost answer is reported, and only the rest is sent', async () => {
  const stored: StoredCell[] = [];
  const { client, asked } = await serve((each) => {
    if (each.prompt !== 'r2') answer(each, each.prompt.toUpperCase());
  });
  const before = runOf(planOf(4), { atOnce: 2 }, [], { onCell: (each) => stored.push(each) });
  before.resume(client);
  await until(() => before.counts.complete).toBe(3);
  const newest = new Map(stored.map((each) => [each.cell, each]));
  newest.delete(3);

  const after = runOf(planOf(4), {}, [...newest.values()]);
  expect(after.phase).toEqual({ kind: 'paused', reason: { kind: 'not-started' } });
  expect(after.results.map((result) => result?.state)).toEqual(['complete', 'lost', 'complete', undefined]);
  expect(after.results[1]).toMatchObject({ tokenCount: null, elapsedMs: null });
  expect(after.budget.spent).toBe(2 + 2 + ('r2'.length + 1 + 4));
  after.resume(client);
  await until(() => after.phase.kind).toBe('done');
  expect(asked.map(({ prompt }) => prompt).filter((prompt) => prompt === 'r2')).toHaveLength(1);
  expect(after.counts).toMatchObject({ complete: 3, lost: 1 });
});

test('only the newest cells keep their recordings', async () => {
  const { client } = await serve((each) => answer(each, 'x'));
  const run = runOf(planOf(60), { atOnce: 4 });
  run.resume(client);
  await until(() => run.phase.kind).toBe('done');
  const kept = run.results.flatMap((_, cell) => (run.runOf(cell) === undefined ? [] : [cell]));
  expect(kept).toHaveLength(40);
  expect(kept.at(-1)).toBe(59);
});

function raise(): never {
  throw new Error('nothing was asked');
}
