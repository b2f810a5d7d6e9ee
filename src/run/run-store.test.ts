import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import {
  begin,
  createScriptedServices,
  createStore,
  ended,
  event,
  request,
  until,
} from '#run/testing/scripted-runs.ts';
import { takeRunChord } from './run-store.ts';
import type { Run } from './run.ts';

const { serve, closeAll } = createScriptedServices();
afterEach(closeAll);

const textOf = (run: Run) => run.recording.choices.get(0)?.text.toString();

test('a whole stream ends complete, with its usage and every token', async () => {
  const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
  const { client } = await serve((response) => {
    begin(response);
    response.end(`${event('Hel')}${event('lo', { usage, finish_reason: 'stop' })}data: [DONE]\n\n`);
  });
  const store = createStore();
  expect(store.start(client, request)).toBe(true);
  const run = await until(store, ended);
  expect(run.state).toMatchObject({ endState: 'complete', error: null });
  expect(textOf(run)).toBe('Hello');
  expect(run.recording).toMatchObject({ tokenCount: 2, usage, seed: 1 });
});

test('a run waits, streams, and keeps its text when the connection breaks', async () => {
  const { client } = await serve((response) => {
    begin(response);
    response.write(event('kept'), () => setImmediate(() => response.destroy()));
  });
  const store = createStore();
  store.start(client, request);
  expect(store.current()?.state.phase).toBe('waiting');
  await until(store, (run) => run.state.phase === 'streaming');
  const run = await until(store, ended);
  expect(run.state).toMatchObject({ endState: 'interrupted' });
  expect(textOf(run)).toBe('kept');
});

test('an end without a finish is never called complete', async () => {
  const { client } = await serve((response) => {
    begin(response);
    response.end(event('half'));
  });
  const store = createStore();
  store.start(client, request);
  expect((await until(store, ended)).state).toMatchObject({ endState: 'truncated' });
});

test('stop ends the run at once, and the service sees the client leave', async () => {
  let left: Promise<unknown> = Promise.resolve();
  const { client } = await serve((response) => {
    left = once(response, 'close');
    begin(response);
    response.write(event('one'));
  });
  const store = createStore();
  store.start(client, request);
  await until(store, (run) => run.state.phase === 'streaming');
  store.stop();
  expect(store.current()?.state).toMatchObject({ endState: 'stopped' });
  await left;
  expect(store.current()?.state).toMatchObject({ endState: 'stopped' });
});

test('stop works while the service has not answered yet', async () => {
  let left: Promise<unknown> = Promise.resolve();
  const { client, requestCount } = await serve((response) => {
    left = once(response, 'close');
  });
  const store = createStore();
  store.start(client, request);
  await expect.poll(requestCount).toBe(1);
  store.stop();
  expect(store.current()?.state).toMatchObject({ endState: 'stopped', error: null });
  await left;
});

test('pressing Run twice sends one request', async () => {
  const { client, requestCount } = await serve((response) => {
    begin(response);
    response.end(`${event('a', { finish_reason: 'eos' })}data: [DONE]\n\n`);
  });
  const store = createStore();
  expect([store.start(client, request), store.start(client, request)]).toEqual([true, false]);
  await until(store, ended);
  expect(requestCount()).toBe(1);
});

test('an error in the middle of the stream fails the run and keeps its text', async () => {
  const { client } = await serve((response) => {
    begin(response);
    const error = { message: 'out of memory', type: 'server_error', param: null, code: 'oom' };
    response.end(`${event('some')}data: ${JSON.stringify({ error })}\n\ndata: [DONE]\n\n`);
  });
  const store = createStore();
  store.start(client, request);
  const run = await until(store, ended);
  expect(run.state).toMatchObject({ endState: 'failed', error: { code: 'oom' } });
  expect(textOf(run)).toBe('some');
});

test('events of an older run do not affect the newer one', async () => {
  const { client } = await serve((response, count) => {
    begin(response);
    if (count === 1) response.write(event('old'));
    else response.end(`${event('new', { finish_reason: 'eos' })}data: [DONE]\n\n`);
  });
  const store = createStore();
  store.start(client, request);
  const first = await until(store, (run) => run.state.phase === 'streaming');
  store.stop();
  store.start(client, request);
  const second = await until(store, (run) => run.id !== first.id && ended(run));
  expect(textOf(second)).toBe('new');
  expect(second.state).toMatchObject({ endState: 'complete' });
});

test('every event is kept as received, with the ignored lines', async () => {
  const chunks = [event('a', { note: -0.1 }), event('b', { finish_reason: 'eos' })];
  const { client } = await serve((response) => {
    begin(response);
    response.end(`: alive\n\n${chunks.join('')}data: [DONE]\n\n`);
  });
  const store = createStore();
  store.start(client, request);
  const { recording } = await until(store, ended);
  expect(recording.events.texts.map((text) => `data: ${text}\n\n`)).toEqual(chunks);
  expect([recording.events.times.length, recording.counts['comments']]).toEqual([2, 1]);
});

test.for([
  ['interrupted', ''],
  ['failed', 'data: {"error":{"message":"no"}}\n\n'],
  ['protocol-error', 'data: {{\n\n'],
])('a run that ends as %s keeps its counts', async ([endState, last]) => {
  const { client } = await serve((response) => {
    begin(response);
    const bytes = Buffer.from(`: beat\n\njunk\n${event('a')}: \xff\n\n${last}`, 'latin1');
    response.write(bytes, () => setImmediate(() => response.destroy()));
  });
  const store = createStore();
  store.start(client, request);
  const run = await until(store, ended);
  expect(run.state).toMatchObject({ endState });
  expect(run.recording.counts).toMatchObject({ comments: 2, junkLines: 1, invalidUtf8: 1, events: 1 });
});

test('a run stopped by the user keeps its counts', async () => {
  const { client } = await serve((response) => {
    begin(response);
    response.write(`: beat\n\n${event('a')}`);
  });
  const store = createStore();
  store.start(client, request);
  await until(store, (run) => run.state.phase === 'streaming');
  store.stop();
  expect(store.current()?.recording.counts).toMatchObject({ comments: 1, events: 1 });
});

test('a JSON answer is kept as one event, character for character', async () => {
  const answer =
    '{ "id": "x", "choices": [{"index": 0, "text": "whole", "finish_reason": "stop"}],\n "seed": 9007199254740993 }';
  const { client } = await serve((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(answer);
  });
  const store = createStore();
  store.start(client, { ...request, stream: false });
  const { recording } = await until(store, ended);
  expect([...recording.events.texts]).toEqual([answer]);
  expect(recording.seed).toBe('9007199254740993');
});

const key = { key: 'Enter', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

function take(pressed: Partial<typeof key> & { readonly repeat: boolean }) {
  let isPrevented = false;
  const runs = takeRunChord({ ...key, ...pressed, preventDefault: () => (isPrevented = true) });
  return { runs, isPrevented };
}

test('the shortcut runs once however long it is held, and does nothing else meanwhile', () => {
  expect(take({ ctrlKey: true, repeat: false })).toEqual({ runs: true, isPrevented: true });
  expect(take({ metaKey: true, repeat: true })).toEqual({ runs: false, isPrevented: true });
  expect(take({ repeat: false })).toEqual({ runs: false, isPrevented: false });
});
