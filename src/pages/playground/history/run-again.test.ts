import { afterEach, expect, test } from 'vitest';
import { recordRun } from '#run/recording-file.ts';
import {
  begin,
  createScriptedServices,
  createStore,
  ended,
  event,
  request,
  until,
} from '#run/testing/scripted-runs.ts';
import { noteRepeated, noteSeam, refusalsBefore, resumptionOf } from '#run/resumed-runs.ts';
import { canRunAgain, carrySeam, repeatRequest } from './run-again.ts';

const { serve, closeAll } = createScriptedServices();
afterEach(closeAll);

test('a run can be repeated after an answer, not while a refusal waits, nor from a recording', async () => {
  const { client, requestCount } = await serve((response, count) => {
    if (count === 1) {
      begin(response);
      response.end(`${event('a', { finish_reason: 'eos' })}data: [DONE]\n\n`);
    } else response.writeHead(429, { 'retry-after': '60' }).end();
  });
  const store = createStore();
  store.start(client, request);
  const first = await until(store, ended);
  const recorded = recordRun(first, 'This server');
  if (recorded === null) throw new Error('The run has ended.');
  expect(canRunAgain(first)).toBe(true);
  expect(canRunAgain({ ...first, replay: { recorded, pace: Infinity } })).toBe(false);
  repeatRequest(store, client);
  expect(store.current()?.request).toBe(request);
  await until(store, ended);
  repeatRequest(store, client);
  expect(requestCount()).toBe(2);
});

test('a resent request continues from the same cut, and a different request from none', async () => {
  const { client } = await serve((response) => {
    begin(response);
    response.end(`${event('a', { finish_reason: 'eos' })}data: [DONE]\n\n`);
  });
  const store = createStore();
  store.start(client, request);
  const first = await until(store, ended);
  noteSeam(first.id, 4);
  repeatRequest(store, client);
  const again = await until(store, (run) => run.id !== first.id && ended(run));
  expect(resumptionOf(again.id)).toEqual({ atToken: 4 });
  const other = { ...again, id: -1, request: { ...request, prompt: 'other' } };
  carrySeam(again, other);
  expect(resumptionOf(other.id)).toBeUndefined();
  noteRepeated(-2, again.id);
  noteRepeated(-3, -2);
  expect(resumptionOf(-3)).toEqual({ atToken: 4 });
  expect(refusalsBefore(-3)).toBe(2);
});
