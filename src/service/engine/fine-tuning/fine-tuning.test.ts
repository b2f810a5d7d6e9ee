import { EventEmitter, once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { at } from '#lib/at.ts';
import { bundledWeights } from '#service/engine/start-worker.ts';
import type { FineTuneEvent, FineTunePlan, FineTuneRun } from './contract.ts';
import { startFineTune } from './fine-tuning.ts';
import { eventsOf, temporaryFolder, tinyPlan, writeLines } from './testing/tiny-run.ts';

/** Starts a run; `until` decides at each event whether the promise resolves with all events so far. */
function start(
  plan: FineTunePlan,
  until: (event: FineTuneEvent) => boolean,
): { readonly run: FineTuneRun; readonly events: FineTuneEvent[]; readonly reached: Promise<unknown> } {
  const events: FineTuneEvent[] = [];
  const emitter = new EventEmitter();
  const reached = once(emitter, 'reached');
  const run = startFineTune(plan, (event) => {
    events.push(event);
    if (until(event)) emitter.emit('reached');
  });
  return { run, events, reached };
}

const isEnd = ({ kind }: FineTuneEvent): boolean => kind === 'done' || kind === 'failed';

it('teaches the base model a text in a thread of its own', async () => {
  const folder = temporaryFolder();
  const text = 'The lighthouse keeper counts nine green bottles and sings to the moon.';
  const plan = tinyPlan(folder, {
    baseFile: bundledWeights('tale-1m.bin'),
    trainingFile: writeLines(folder, 'text.jsonl', [{ text }]),
    validationFile: null,
    nEpochs: 8,
    learningRate: 2e-3,
  });
  const { events, reached, run } = start(plan, isEnd);
  await reached;
  await run.stop();
  expect(events.at(-1)).toMatchObject({ kind: 'done', step: 8 });
  const losses = eventsOf(events, 'step').map(({ loss }) => loss);
  expect(losses).toHaveLength(8);
  expect(at(losses, 7)).toBeLessThan(at(losses, 0) / 2);
});

it('stops, says nothing after that, and goes on when it is started again', async () => {
  const plan = tinyPlan(temporaryFolder(), { nEpochs: 100_000 });
  const first = start(plan, (event) => event.kind === 'step' && event.step === 5);
  await first.reached;
  await first.run.stop();
  const told = first.events.length;
  const last = eventsOf(first.events, 'step').at(-1)?.step ?? 0;
  await first.run.stop();
  const second = start(plan, ({ kind }) => kind === 'step');
  await second.reached;
  await second.run.stop();
  expect(first.events).toHaveLength(told);
  expect(first.events.some(isEnd)).toBe(false);
  expect(second.events[0]).toMatchObject({ kind: 'planned', resumedFromStep: last });
  expect(second.events[1]).toMatchObject({ kind: 'step', step: last + 1 });
});

it('can be stopped before it has begun', async () => {
  const { run, events } = start(tinyPlan(temporaryFolder()), isEnd);
  await run.stop();
  expect(events.some(({ kind }) => kind === 'step' || kind === 'failed')).toBe(false);
});

it('tells a failure as an event', async () => {
  const { events, reached, run } = start(tinyPlan(temporaryFolder(), { trainingFile: '/nowhere' }), isEnd);
  await reached;
  await run.stop();
  expect(events).toHaveLength(1);
  expect(at(eventsOf(events, 'failed'), 0).message).toMatch(/^The training file cannot be read: ENOENT/);
});

it.runIf(process.platform === 'linux')('gives way to all other threads', async () => {
  const { run, reached } = start(
    tinyPlan(temporaryFolder(), { nEpochs: 100_000 }),
    ({ kind }) => kind === 'step',
  );
  await reached;
  const nice = readdirSync('/proc/self/task').map((thread) => {
    const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[16];
  });
  await run.stop();
  expect(nice).toContain('19');
});
