import { expect, test } from 'vitest';
import { stageName, stagesOf } from './stages.ts';

const fineTune = { id: 'ft-1', model: 'base', model_output_name: 'base-mine', status: 'Completed' };
const checkpoints = [
  { step: 60, checkpoint_type: 'Final' },
  { step: 20, checkpoint_type: 'Intermediate' },
  { step: 40, checkpoint_type: 'Intermediate' },
];

test('the stages are the base, the checkpoints by step, and the final model', () => {
  expect(stagesOf(fineTune, checkpoints).map((stage) => [stage.model, stageName(stage)])).toEqual([
    ['base', 'base'],
    ['ft-1:20', 'step 20'],
    ['ft-1:40', 'step 40'],
    ['base-mine', 'final, step 60'],
  ]);
});

test('a final checkpoint has the name of its job, or the listed one', () => {
  const running = { ...fineTune, status: 'uploading' };
  expect(stagesOf(running, checkpoints).at(-1)).toEqual({ kind: 'checkpoint', model: 'ft-1', step: 60 });
  expect(stagesOf(running, checkpoints, new Set(['ft-1:60'])).at(-1)?.model).toBe('ft-1:60');
  expect(stagesOf(running, [{ checkpoint_type: 'Final' }]).at(-1)).toEqual({
    kind: 'checkpoint',
    model: 'ft-1',
    step: null,
  });
});

test('an unfinished fine-tune has no final model, and its last checkpoint is an ordinary one', () => {
  const stages = stagesOf({ ...fineTune, status: 'running' }, checkpoints);
  expect(stages.map(({ kind }) => kind)).toEqual(['base', 'checkpoint', 'checkpoint', 'checkpoint']);
});

test('a fine-tune continued from a checkpoint has it as its base', () => {
  expect(stagesOf({ ...fineTune, from_checkpoint: 'ft-0:10' }, [])[0]?.model).toBe('ft-0:10');
});

test('steps that a service lists twice are one stage', () => {
  const twice = [
    { step: 60, checkpoint_type: 'Final Merged' },
    { step: 60, checkpoint_type: 'Final Adapter' },
  ];
  expect(stagesOf({ id: 'ft-2', model: 'base', status: 'running' }, twice)).toHaveLength(2);
});

test('the step of a final checkpoint comes from its type, and one that is not set is unknown', () => {
  const named = [
    { step: 0, checkpoint_type: 'Intermediate (step 20)' },
    { step: 0, checkpoint_type: 'Final (step 60)' },
    { step: 80, checkpoint_type: 'Intermediate' },
  ];
  const models = stagesOf(fineTune, named).map((stage) => stage.model);
  expect(models).toEqual(['base', 'ft-1:20', 'ft-1', 'ft-1:80', 'base-mine']);
  const last = stagesOf({ ...fineTune, total_steps: 0 }, []).at(-1);
  expect(last && [last.step, stageName(last)]).toEqual([null, 'final']);
});

test('a run that stopped early did not end at its last planned step', () => {
  const stopped = { ...fineTune, total_steps: 96, early_stopped: true };
  expect(stagesOf(stopped, []).at(-1)?.step).toBeNull();
});
