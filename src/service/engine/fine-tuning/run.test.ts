import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { at } from '#lib/at.ts';
import { layoutOf } from '#service/engine/model/shape.ts';
import { checkpointFile } from './resume-state.ts';
import type { FineTuneEvent, FineTunePlan } from './contract.ts';
import { runFineTune } from './run.ts';
import {
  tinyShape,
  eventsOf,
  runTiny,
  temporaryFolder,
  tinyPlan,
  weightsIn,
  writeLines,
} from '#service/engine/testing/tiny-run.ts';

const isStep = (step: number) => (event: FineTuneEvent) => event.kind === 'step' && event.step === step;

/** The steps of a whole run with these changes, and the weights at its end. */
async function curveOf(changes: Partial<FineTunePlan>) {
  const plan = tinyPlan(temporaryFolder(), changes);
  const events = await runTiny(plan);
  const checkpoint = eventsOf(events, 'checkpoint').find(({ isFinal }) => isFinal);
  return { steps: eventsOf(events, 'step'), weights: weightsIn(checkpoint?.file ?? '') };
}

const withoutFiles = (events: readonly FineTuneEvent[]) =>
  events.map((event) => ('file' in event ? { ...event, file: '' } : event));

async function failureOf(changes: Partial<FineTunePlan>): Promise<string> {
  const events = await runTiny(tinyPlan(temporaryFolder(), changes));
  return at(eventsOf(events, 'failed'), 0).message;
}

it('reports every event in order, and the loss falls', async () => {
  const plan = tinyPlan(temporaryFolder());
  const events = await runTiny(plan);
  const words = events.map((event) => ('step' in event ? `${event.kind} ${event.step}` : event.kind));
  expect(words.join(', ')).toBe(
    [
      'planned',
      'step 1, step 2, step 3, epoch 3',
      'step 4, evaluation 4, step 5, step 6, epoch 6, checkpoint 6',
      'step 7, step 8, evaluation 8, step 9, epoch 9',
      'step 10, step 11, step 12, evaluation 12, epoch 12, checkpoint 12, done',
    ].join(', '),
  );
  const [first, last] = [at(events, 1), eventsOf(events, 'step').at(-1)];
  expect(first).toMatchObject({ kind: 'step', epoch: 1 / 3, learningRate: 0.01 });
  expect(at(events, 0)).toMatchObject({ totalSteps: 12, batchSize: 2, evalSteps: 4, resumedFromStep: null });
  expect(at(events, 0)).toMatchObject({ tokenCount: last?.tokens, paramCount: layoutOf(tinyShape).total });
  const losses = eventsOf(events, 'step').map(({ loss }) => loss);
  expect(at(losses, 0)).toBeGreaterThan(5);
  expect(at(losses, 11)).toBeLessThan(at(losses, 0) - 1);
  const evaluations = eventsOf(events, 'evaluation').map(({ loss }) => loss);
  expect(evaluations).toEqual(evaluations.toSorted((a, b) => b - a));
  expect(readdirSync(plan.outputFolder).toSorted()).toEqual(['step-12.bin', 'step-6.bin']);
});

it('gives the same curve and weights for the same seed, and different ones for another', async () => {
  const [first, again, other] = [
    await curveOf({ seed: 5 }),
    await curveOf({ seed: 5 }),
    await curveOf({ seed: 6 }),
  ];
  expect(again).toEqual(first);
  expect(other.steps.map(({ loss }) => loss)).not.toEqual(first.steps.map(({ loss }) => loss));
});

it('learns the same with and without evaluation', async () => {
  expect(await curveOf({ nEvals: 12 })).toEqual(await curveOf({ nEvals: 0 }));
});

it('takes all rows in a step that is larger than the data', async () => {
  const { steps } = await curveOf({ batchSize: 'max', nEpochs: 1 });
  expect(steps).toHaveLength(1);
  expect((await curveOf({ batchSize: 64, nEpochs: 1 })).steps).toEqual(steps);
});

it('reports the gradient norm before clipping', async () => {
  const [clipped, free] = [await curveOf({ maxGradNorm: 1e-3 }), await curveOf({ maxGradNorm: 0 })];
  expect(at(clipped.steps, 0).gradNorm).toBe(at(free.steps, 0).gradNorm);
  expect(at(clipped.steps, 0).gradNorm).toBeGreaterThan(0.1);
  expect(at(clipped.steps, 11).loss).not.toBe(at(free.steps, 11).loss);
});

it.each([2, 4, 7, 11])('continues after a stop at step %i as if it had not stopped', async (step) => {
  const [plan, whole] = [tinyPlan(temporaryFolder()), tinyPlan(temporaryFolder())];
  const expected = await runTiny(whole);
  const before = await runTiny(plan, isStep(step));
  const after = await runTiny(plan);
  expect(at(after, 0)).toMatchObject({ kind: 'planned', resumedFromStep: step });
  // After step 4 the stop meets an evaluation, which is short and ends.
  expect(withoutFiles([...before, ...after.slice(1)])).toEqual(withoutFiles(expected));
  expect(weightsIn(checkpointFile(plan.outputFolder, 12))).toEqual(
    weightsIn(checkpointFile(whole.outputFolder, 12)),
  );
});

it('continues from the last saved state after the process died', async () => {
  const plan = tinyPlan(temporaryFolder());
  const before = await runTiny(plan, (event) => {
    // The state of step 6 is there; nothing after it has been saved.
    if (event.kind === 'step' && event.step === 8) throw new Error('died');
    return false;
  });
  const after = await runTiny(plan);
  expect(after[0]).toMatchObject({ kind: 'planned', resumedFromStep: 6 });
  expect(eventsOf(after, 'step')[0]).toEqual(eventsOf(before, 'step')[6]);
  expect(eventsOf(after, 'step')).toHaveLength(6);
});

it('saves a state only when all events before it have been handled', async () => {
  const plan = tinyPlan(temporaryFolder());
  const state = join(plan.outputFolder, 'resume.state');
  const states: boolean[] = [];
  const settle = async (): Promise<void> => {
    await setImmediate();
    states.push(existsSync(state));
  };
  await runFineTune(plan, { emit: () => {}, settle, isStopping: () => false });
  // Called at the two checkpoints and at the end; after that there is no state to continue from.
  expect(states).toEqual([false, true, true]);
  expect(existsSync(state)).toBe(false);
});

it('starts over if the saved state is damaged or from an incompatible version', async () => {
  const plan = tinyPlan(temporaryFolder());
  const whole = withoutFiles(await runTiny(tinyPlan(temporaryFolder())));
  const state = join(plan.outputFolder, 'resume.state');
  const spoil: readonly (() => void)[] = [
    () => writeFileSync(state, readFileSync(state).fill(1, 1000)),
    () =>
      writeFileSync(
        state,
        readFileSync(state, 'latin1').replace(/"fingerprint":"./u, '"fingerprint":"x'),
        'latin1',
      ),
    () => writeFileSync(state, ''),
  ];
  for (const spoilState of spoil) {
    await runTiny(plan, isStep(3));
    spoilState();
    const [planned, ...events] = withoutFiles(await runTiny(plan));
    expect(planned).toMatchObject({ kind: 'planned', resumedFromStep: null, isStateUnusable: true });
    expect(events).toEqual(whole.slice(1));
  }
});

it('fails with a message when the loss is not finite or a file cannot be used', async () => {
  expect(await failureOf({ learningRate: 1e30 })).toMatch(
    /^At step \d+ the loss is no longer a finite number/,
  );
  expect(await failureOf({ trainingFile: '/nowhere' })).toMatch(/^The training file cannot be read: ENOENT/);
  expect(await failureOf({ validationFile: '/nowhere' })).toMatch(/^The validation file cannot be read/);
  expect(await failureOf({ baseFile: '/nowhere' })).toMatch(/^The base model cannot be read: ENOENT/);
  const bad = writeLines(temporaryFolder(), 'bad.jsonl', [{ text: 'fine' }, '{']);
  expect(await failureOf({ trainingFile: bad })).toBe('Line 2 of the training file: This line is not JSON.');
});
