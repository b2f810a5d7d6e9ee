import { describe, expect, it, vi } from 'vitest';
import { at } from '#lib/at.ts';
import { createTinyModel, serveTinyModel, tinyRequest } from '#service/engine/testing/tiny-model.ts';
import { type EngineEvent, eventWindow } from './contract.ts';
import { startRequest } from './running-request.ts';
import { Scheduler } from './scheduler.ts';
import { serveModel } from './loaded-models.ts';

const large = serveTinyModel(40);

it.each([
  { name: 'of the same shape', small: serveModel('test/small', createTinyModel(), large.decoder) },
  { name: 'of another shape', small: serveTinyModel(4) },
])('gives a model every second step, however many choices another one runs $name', ({ small }) => {
  const scheduler = new Scheduler();
  scheduler.add(startRequest(1, large, tinyRequest({ n: 128, maxTokens: 50 })));
  for (let step = 0; step < 5; step++) scheduler.step(0);
  scheduler.add(startRequest(2, small, tinyRequest({ maxTokens: 20 })));
  expect(scheduler.isInUse(small)).toBe(true);
  const steps: number[] = [];
  for (let step = 1; scheduler.isInUse(small); step++)
    for (const { id, events } of scheduler.step(0)) {
      scheduler.take(id, events.length);
      if (id === 2) steps.push(...events.filter(({ kind }) => kind === 'token').map(() => step));
    }
  expect(steps).toHaveLength(20);
  expect(steps.at(-1)).toBeLessThanOrEqual(2 * 20 + 2);
  expect(scheduler.isInUse(large)).toBe(true);
});

/** The events of each request; those where `isRead` is true are consumed at once. */
const startTiny = () => {
  const model = serveTinyModel(3);
  const scheduler = new Scheduler();
  const events = new Map<number, EngineEvent[]>();
  const run = (isRead: (id: number) => boolean): void => {
    while (scheduler.delayMs(0) !== null)
      for (const batch of scheduler.step(0)) {
        events.set(batch.id, [...(events.get(batch.id) ?? []), ...batch.events]);
        if (isRead(batch.id)) scheduler.take(batch.id, batch.events.length);
      }
  };
  const add = (id: number, fields: object): void =>
    scheduler.add(startRequest(id, model, tinyRequest(fields)));
  return { scheduler, events, run, add };
};

/** The tokens of each of the 128 choices. */
const byChoice = (events: readonly EngineEvent[] = []) =>
  Array.from({ length: 128 }, (_, index) =>
    events.filter((event) => event.kind === 'token' && event.index === index),
  );

it('pauses a request whose reader is slow, serves others meanwhile, and continues with the same tokens', () => {
  const [crowd, other] = [
    { n: 128, maxTokens: 60, seed: 5 },
    { maxTokens: 60, seed: 6 },
  ];
  const read = startTiny();
  read.add(1, crowd);
  read.run(() => true);
  read.add(2, other);
  read.run(() => true);

  const stalled = startTiny();
  stalled.add(1, crowd);
  stalled.run(() => false);
  const waiting = stalled.events.get(1)?.length ?? 0;
  expect(waiting).toBeGreaterThanOrEqual(eventWindow);
  expect(waiting).toBeLessThan(eventWindow + 200);
  // All places are taken by waiting requests.
  for (const id of [2, 3, 4, 5]) stalled.add(id, other);
  stalled.run((id) => id !== 1);
  for (const id of [2, 3, 4, 5]) expect(stalled.events.get(id)).toEqual(read.events.get(2));
  expect(stalled.events.get(1)).toHaveLength(waiting);
  stalled.scheduler.take(1, waiting);
  stalled.run(() => true);
  expect(byChoice(stalled.events.get(1))).toEqual(byChoice(read.events.get(1)));
});

/** A request that runs beside two others, and what ends it and them. */
function startThree() {
  const model = serveTinyModel(6);
  const scheduler = new Scheduler();
  const requests = [1, 2, 3].map((id) => startRequest(id, model, tinyRequest({ seed: id })));
  for (const request of requests) scheduler.add(request);
  const ends = new Map<number, string>();
  const tokens = new Map<number, number>();
  const finish = () => {
    while (scheduler.delayMs(0) !== null)
      for (const { id, events, isOver, error } of scheduler.step(0)) {
        tokens.set(id, (tokens.get(id) ?? 0) + events.filter(({ kind }) => kind === 'token').length);
        if (isOver) ends.set(id, error?.code ?? 'done');
      }
    return { ends: Object.fromEntries(ends), tokens: Object.fromEntries(tokens) };
  };
  return { model, scheduler, requests, finish };
}

describe('a fault inside', () => {
  it('in the sampling of a token ends only its own request', () => {
    const { requests, finish } = startThree();
    vi.spyOn(at(at(requests, 1).choices, 0).sampler, 'next').mockImplementation(() => {
      throw new RangeError('outside');
    });
    const { ends, tokens } = finish();
    expect(ends).toEqual({ 1: 'done', 2: 'engine_failed', 3: 'done' });
    expect([tokens[1], tokens[3]]).toEqual([20, 20]);
  });

  it('in the model ends the requests of that step, and later ones run', () => {
    const { model, scheduler, finish } = startThree();
    vi.spyOn(model.decoder, 'run').mockImplementationOnce(() => {
      throw new Error('memory access out of bounds');
    });
    scheduler.step(0);
    expect(scheduler.delayMs(0)).toBeNull();
    scheduler.add(startRequest(4, model, tinyRequest()));
    expect(finish()).toEqual({ ends: { 4: 'done' }, tokens: { 4: 20 } });
  });
});
