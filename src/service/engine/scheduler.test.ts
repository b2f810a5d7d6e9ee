import { describe, expect, it } from 'vitest';
import { at } from '#lib/at.ts';
import type { EngineEvent, EngineRequest } from './contract.ts';
import { referenceLogProbabilities } from '#service/engine/testing/reference-model.ts';
import { startRequest } from './running-request.ts';
import { Scheduler } from './scheduler.ts';
import { createTinyModel, serveTinyModel, tinyRequest } from '#service/engine/testing/tiny-model.ts';

const SLOTS = 6;
type TokenEvent = Extract<EngineEvent, { kind: 'token' }>;

/** A scheduler with its own clock; `log` holds every event with its step number. */
function start(
  slots = SLOTS,
  pages = slots * 8,
): {
  scheduler: Scheduler;
  log: { id: number; step: number; nowMs: number; event: EngineEvent }[];
  add(id: number, fields?: Partial<EngineRequest>): void;
  step(): void;
  finish(): void;
} {
  const model = serveTinyModel(slots, pages);
  const scheduler = new Scheduler();
  const log: { id: number; step: number; nowMs: number; event: EngineEvent }[] = [];
  let [step, nowMs] = [0, 1000];
  const self = {
    scheduler,
    log,
    add: (id: number, fields: Partial<EngineRequest> = {}) =>
      scheduler.add(startRequest(id, model, tinyRequest(fields))),
    step: () => {
      nowMs += scheduler.delayMs(nowMs) ?? 0;
      step++;
      for (const { id, events } of scheduler.step(nowMs)) {
        scheduler.take(id, events.length);
        for (const event of events) log.push({ id, step, nowMs, event });
      }
    },
    finish: () => {
      while (scheduler.delayMs(nowMs) !== null) {
        if (step > 20_000) throw new Error('the scheduler does not come to an end');
        self.step();
      }
    },
  };
  return self;
}

type Run = ReturnType<typeof start>;
const eventsOf = ({ log }: Run, id: number): EngineEvent[] =>
  log.filter((entry) => entry.id === id).map(({ event }) => event);
const tokensOf = (run: Run, id: number, index = 0): TokenEvent[] =>
  eventsOf(run, id)
    .filter((event) => event.kind === 'token')
    .filter((event) => event.index === index);

/** The output of a request that runs alone. */
function alone(fields: Partial<EngineRequest>): EngineEvent[] {
  const run = start();
  run.add(1, fields);
  run.finish();
  return eventsOf(run, 1);
}

const textOf = (events: EngineEvent[]): string =>
  events.map((event) => (event.kind === 'token' ? event.text : '')).join('');

describe('sharing steps', () => {
  it('gives a request the same tokens and logprobs alone and among others', () => {
    const fields = { seed: 77, maxTokens: 40, prompt: 'hello' };
    const run = start();
    run.add(1, { n: 9, seed: 5, maxTokens: 60 });
    run.step();
    run.step();
    run.add(2, fields);
    run.add(3, { prompt: 'a much longer prompt, which is read in pieces: '.repeat(2), seed: 6, n: 3 });
    run.step();
    run.add(4, { prompt: '', seed: 8 });
    run.finish();
    expect(eventsOf(run, 2)).toEqual(alone(fields));
  });

  it('gives every choice its own random stream, reproduced by the seed', () => {
    const run = start();
    run.add(1, { n: 4, seed: 9 });
    run.finish();
    const texts = [0, 1, 2, 3].map((index) =>
      tokensOf(run, 1, index)
        .map(({ id }) => id)
        .join(),
    );
    expect(new Set(texts).size).toBe(4);
    const single = start();
    single.add(1, { n: 1, seed: 9 });
    single.finish();
    expect(tokensOf(single, 1)).toEqual(tokensOf(run, 1));
  });

  it('serves a later request in every step beside one with 128 choices', () => {
    const run = start();
    run.add(1, { n: 128, maxTokens: 50 });
    for (let step = 0; step < 5; step++) run.step();
    run.add(2, { maxTokens: 20 });
    run.finish();
    const steps = run.log
      .filter(({ id, event }) => id === 2 && event.kind === 'token')
      .map(({ step }) => step);
    expect(steps.at(-1)).toBeLessThan(5 + 20 + 3);
    const tokens = run.log.filter(({ id, event }) => id === 1 && event.kind === 'token');
    expect(tokens).toHaveLength(128 * 50);
  });

  it('reads the prompt once for choices of a single token, unless another request waits', () => {
    const fields = {
      n: 16,
      seed: 4,
      maxTokens: 1,
      prompt: 'a prompt that is read in two pieces: '.repeat(3),
    };
    const run = start();
    run.add(1, fields);
    run.finish();
    expect(run.log.at(-1)?.step).toBe(5);
    const single = start();
    single.add(1, { ...fields, n: 1 });
    single.finish();
    expect(tokensOf(single, 1)).toEqual(tokensOf(run, 1));

    const busy = start(1);
    busy.add(1, fields);
    busy.add(2, { maxTokens: 1 });
    busy.finish();
    const ends = busy.log.filter(({ event }) => event.kind === 'end').map(({ id }) => id);
    expect(ends).toEqual([2, 1]);
  });

  it('recomputes choices that gave up their place, bit for bit', () => {
    const fields = { n: 6, seed: 4, maxTokens: 30 };
    const run = start();
    run.add(1, fields);
    for (let step = 0; step < 10; step++) run.step();
    for (const id of [2, 3, 4]) run.add(id, { maxTokens: 5 });
    run.step();
    expect(run.scheduler.stats().waiting).toBe(3);
    run.finish();
    for (let index = 0; index < 6; index++)
      expect(tokensOf(run, 1, index)).toEqual(
        alone(fields)
          .filter((event) => event.kind === 'token')
          .filter((event) => event.index === index),
      );
  });

  it('gives the same output when memory is too small for all, whichever request is preempted', () => {
    const fields = { n: 6, seed: 4, maxTokens: 60 };
    const run = start(16, 12);
    run.add(1, fields);
    for (let id = 2; id <= 5; id++) run.add(id, { seed: id, maxTokens: 70 });
    run.finish();
    const expected = alone(fields);
    for (let index = 0; index < 6; index++)
      expect(tokensOf(run, 1, index)).toEqual(
        expected.filter((event) => event.kind === 'token').filter((event) => event.index === index),
      );
    for (let id = 2; id <= 5; id++) expect(eventsOf(run, id)).toEqual(alone({ seed: id, maxTokens: 70 }));
  });

  it('serves more requests than it has places, in order of arrival', () => {
    const run = start(2);
    for (let id = 1; id <= 7; id++) run.add(id, { seed: id, maxTokens: 4 });
    run.finish();
    const ends = run.log.filter(({ event }) => event.kind === 'end').map(({ id }) => id);
    expect(ends).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('sends one token per choice and step, at the requested pace', () => {
    const run = start();
    run.add(1, { pace: 50, maxTokens: 10, n: 2, logitBias: new Map([[122, 100]]) });
    run.finish();
    const times = run.log
      .filter(({ event }) => event.kind === 'token' && event.index === 1)
      .map(({ nowMs }) => nowMs);
    expect(times.map((time) => time - at(times, 0))).toEqual(times.map((_, index) => index * 20));
  });
});

describe('aborting', () => {
  it('frees the places at once, and the others continue', () => {
    const run = start();
    run.add(1, { n: 20, maxTokens: 50 });
    run.add(2, { seed: 3 });
    run.step();
    run.step();
    run.scheduler.abort(1);
    const before = run.log.length;
    expect(run.scheduler.stats()).toMatchObject({ active: 1, waiting: 0 });
    run.finish();
    expect(run.log.slice(before).every(({ id }) => id === 2)).toBe(true);
    expect(eventsOf(run, 2)).toEqual(alone({ seed: 3 }));
    expect(run.scheduler.stats()).toMatchObject({ active: 0, waiting: 0 });
  });

  it('ignores requests that it does not know', () => {
    const run = start();
    run.scheduler.abort(99);
    expect(run.scheduler.delayMs(0)).toBeNull();
  });
});

describe('the output of a request', () => {
  it('has logprobs of the raw logits, equal to an independent forward pass, for prompt and output', () => {
    const { shape, weights } = createTinyModel();
    const knobs = { temperature: 0.3, topK: 5, repetitionPenalty: 1.5, logitBias: new Map([[65, 3]]) };
    const events = alone({ ...knobs, echo: true, prompt: 'hello again, '.repeat(7), maxTokens: 30 });
    const [prompt] = events;
    const tokens = events.filter((event) => event.kind === 'token');
    if (prompt?.kind !== 'prompt') throw new Error('the prompt comes first');
    expect(prompt.texts.join('')).toBe('hello again, '.repeat(7));
    const ids = [263, ...prompt.ids, ...tokens.map(({ id }) => id)];
    const expected = referenceLogProbabilities(shape, weights, ids.slice(0, -1));
    const logprobs = [...prompt.logprobs, ...tokens.map(({ logprob }) => logprob)];
    const worst = logprobs.reduce(
      (most, logprob, index) =>
        Math.max(most, Math.abs(logprob - at(at(expected, index), at(ids, index + 1)))),
      0,
    );
    expect(logprobs).toHaveLength(ids.length - 1);
    expect(worst).toBeLessThan(1e-4);
  });

  it('is always the likeliest token at temperature 0 and with top_k 1', () => {
    const { shape, weights } = createTinyModel();
    const greedy = alone({ temperature: 0, logitBias: new Map(), seed: 1 });
    expect(greedy).toEqual(alone({ topK: 1, logitBias: new Map(), seed: 2 }));
    const ids = greedy.flatMap((event) => (event.kind === 'token' ? [event.id] : []));
    const run = start();
    run.add(1, { echo: true, maxTokens: 1 });
    run.finish();
    const prompt = eventsOf(run, 1).flatMap((event) => (event.kind === 'prompt' ? event.ids : []));
    const rows = referenceLogProbabilities(shape, weights, [263, ...prompt, ...ids]).slice(prompt.length);
    expect(ids).toEqual(ids.map((_, index) => at(rows, index).indexOf(Math.max(...at(rows, index)))));
  });

  it('counts exactly: one event for every token, prompt and completion tokens at the end', () => {
    const events = alone({ n: 3, maxTokens: 7, prompt: 'hello' });
    const tokens = events.filter((event) => event.kind === 'token');
    expect(tokens).toHaveLength(21);
    expect(tokens.filter(({ finishReason }) => finishReason === 'length')).toHaveLength(3);
    expect(events.at(-1)).toEqual({ kind: 'end', promptTokens: 1, completionTokens: 21 });
  });

  it('ends with eos, a special token without text', () => {
    const tokens = alone({ logitBias: new Map([[263, 100]]) }).filter((event) => event.kind === 'token');
    expect(tokens).toMatchObject([{ id: 263, text: '', special: true, finishReason: 'eos' }]);
  });

  it('ends at a stop sequence, with the text cut before it', () => {
    const whole = textOf(alone({ maxTokens: 60 }));
    const stop = whole.slice(9, 12);
    const events = alone({ maxTokens: 60, stop: [stop] });
    expect(textOf(events)).toBe(whole.slice(0, whole.indexOf(stop)));
    expect(events.at(-2)).toMatchObject({ finishReason: 'stop' });
  });

  it('runs to the end of the context when max_tokens is null', () => {
    const events = alone({ maxTokens: null, prompt: 'hello' });
    expect(events.at(-1)).toEqual({ kind: 'end', promptTokens: 1, completionTokens: 127 });
    expect(events.at(-2)).toMatchObject({ finishReason: 'length' });
  });
});
