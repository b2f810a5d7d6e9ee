import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Engine, startEngine } from '#service/engine/engine.ts';
import {
  newFile,
  newHome,
  openWorkshop,
  removeHome,
  tinyLines,
  addTiny,
  type Workshop,
} from '#service/testing/workshop.ts';
import type { Store } from '#service/store/store.ts';

const loneBackground = join(import.meta.dirname, '../testing/lone-background.ts');
const lines = tinyLines(60);
/** 40 steps; the state is saved with every checkpoint, at every eighth. */
const plan = {
  batchSize: 1,
  nEpochs: 5,
  nCheckpoints: 5,
  nEvals: 8,
  validationFile: newFile('measure.jsonl'),
  createdAt: 1_763_700_000_000,
} as const;

let engine: Engine;
let home = '';
/** The losses of the job without interruption. */
let undisturbed: readonly Figures[] = [];

type Figures = readonly [step: number, kind: string, loss: number | null];

beforeAll(async () => {
  engine = await startEngine();
  home = newHome();
  const workshop = await openWorkshop(engine, home);
  await addTiny(workshop, engine);
  const { id } = await workshop.queue(lines, plan);
  await workshop.reach(id, 'completed');
  undisturbed = figuresOf(workshop.background.store, id);
  await workshop.stop();
});

afterAll(async () => {
  await engine.close();
  removeHome(home);
});

function figuresOf(store: Store, id: string): readonly Figures[] {
  const range = { fromStep: 0, toStep: 1e9, fromTime: 0, toTime: 1e15 };
  return store.metrics.list(id, range).map(({ step, kind, loss }) => [step, kind, loss]);
}

/** Everything is recorded once, in order, as without interruption. */
function requireWhole({ background: { store } }: Workshop, id: string): void {
  expect(figuresOf(store, id)).toEqual(undisturbed);
  const events = store.events.list(id);
  const stepsOf = (type: string) => events.filter((event) => event.type === type).map(({ step }) => step);
  const total = stepsOf('training_complete')[0] ?? 0;
  expect(stepsOf('training_step')).toEqual(Array.from({ length: total }, (_, index) => index + 1));
  expect(stepsOf('checkpoint_save')).toEqual([1, 2, 3, 4, 5].map((part) => Math.round((part * total) / 5)));
  expect(stepsOf('epoch_complete')).toHaveLength(5);
  expect(stepsOf('eval_complete')).toHaveLength(8);
  expect(stepsOf('training_start')).toHaveLength(1);
  expect(store.fineTunes.find(id)).toMatchObject({ status: 'completed', epochsCompleted: 5 });
}

/** Queues the job and stops the service once this many steps are recorded; the trainer may be ahead. */
async function interruptAt(step: number): Promise<{ readonly id: string; readonly stopped: Workshop }> {
  const emitter = new EventEmitter();
  const reached = once(emitter, 'reached');
  const clock = () => {
    if (workshop !== null && lastStepIn(workshop, id) >= step) emitter.emit('reached');
    return Date.now();
  };
  let id = '';
  let workshop: Workshop | null = null;
  workshop = await openWorkshop(engine, home, { clock });
  ({ id } = await workshop.queue(lines, plan));
  await reached;
  await workshop.stop();
  return { id, stopped: workshop };
}

const lastStepIn = ({ background }: Workshop, id: string) =>
  background.store.events.list(id).at(-1)?.step ?? 0;

test('a job interrupted by a stop continues where it was', async () => {
  const { id } = await interruptAt(11);
  const workshop = await openWorkshop(engine, home);
  await workshop.reach(id, 'completed');
  requireWhole(workshop, id);
  const restart = workshop.background.store.events.list(id).find(({ type }) => type === 'job_restarted');
  expect(restart?.level).toBe('warning');
  expect(restart?.trainingOffset).toBeGreaterThan(10);
  expect(restart?.message).toBe(`Job restarted: training resumes from step ${restart?.trainingOffset}.`);
  const { store } = workshop.background;
  const updates = store.jobs.listUpdates(store.fineTunes.find(id)?.jobId ?? '');
  expect(updates.filter(({ message }) => message === restart?.message)).toMatchObject([
    { status: 'Running' },
  ]);
  await workshop.stop();
});

test('a job whose process was killed continues from its last state, twice', async () => {
  const { id } = await interruptAt(2);
  for (const step of ['10', '25']) {
    const args = ['--import', 'tsx', loneBackground, home, step];
    await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
  }
  const workshop = await openWorkshop(engine, home);
  await workshop.reach(id, 'completed');
  requireWhole(workshop, id);
  const offsets = workshop.background.store.events
    .list(id)
    .flatMap(({ type, trainingOffset }) => (type === 'job_restarted' ? [trainingOffset] : []));
  expect(offsets.slice(1)).toEqual([8, 24]);
  await workshop.stop();
});

test('a job starts over where its state was saved by another version', async () => {
  const { id, stopped } = await interruptAt(11);
  const state = join(stopped.places.fineTunes, id, 'resume.state');
  const text = readFileSync(state, 'latin1');
  writeFileSync(state, text.replace(/"fingerprint":"../u, '"fingerprint":"xx'), 'latin1');
  const workshop = await openWorkshop(engine, home);
  await workshop.reach(id, 'completed');
  const { store } = workshop.background;
  expect(figuresOf(store, id)).toEqual(undisturbed);
  expect(store.fineTunes.find(id)).toMatchObject({ status: 'completed', epochsCompleted: 5 });
  const events = store.events.list(id);
  const restarted = events.findIndex(({ type }) => type === 'job_restarted');
  expect(events[restarted]?.message).toMatch(
    /^Job restarted: training resumes from the beginning: the state /u,
  );
  const steps = events.slice(restarted).filter(({ type }) => type === 'training_step');
  expect(steps.map(({ step }) => step)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  await workshop.stop();
});

test('leftovers of a kill, a state and a partial checkpoint, are deleted when the job completes', async () => {
  let [workshop, id]: [Workshop | null, string] = [null, ''];
  const left = () =>
    ['resume.state', 'step-8.bin.part'].map((name) => join(workshop?.places.fineTunes ?? '', id, name));
  let wasLeft = false;
  const clock = () => {
    if (!wasLeft && workshop?.background.store.fineTunes.find(id)?.status === 'compressing') {
      for (const file of left()) writeFileSync(file, 'left');
      wasLeft = true;
    }
    return Date.now();
  };
  workshop = await openWorkshop(engine, home, { clock });
  ({ id } = await workshop.queue(lines, plan));
  await workshop.reach(id, 'completed');
  expect([wasLeft, ...left().map(existsSync)]).toEqual([true, false, false]);
  await workshop.stop();
});

test('a cancellation pending at a stop is carried out on restart', async () => {
  const { id, stopped } = await interruptAt(2);
  await stopped.cancel(id);
  const workshop = await openWorkshop(engine, home);
  await workshop.reach(id, 'cancelled');
  expect(workshop.background.store.events.list(id).at(-1)?.type).toBe('job_stopped');
  await workshop.stop();
});

test('models are available again after a restart: outputs, checkpoints, uploads', async () => {
  let workshop = await openWorkshop(engine, home);
  const known = workshop.background.store.models.list().map(({ id }) => id);
  expect(known.length).toBeGreaterThan(10);
  await workshop.stop();
  const fresh = await startEngine();
  workshop = await openWorkshop(fresh, home);
  expect(fresh.models().map(({ id }) => id)).toEqual(expect.arrayContaining(known));
  await workshop.stop();
  await fresh.close();
});
