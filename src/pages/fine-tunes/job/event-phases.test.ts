import { expect, test } from 'vitest';
import type { FineTuneEvent } from '#api/schema/fine-tune.ts';
import { eventEntries, eventPhases, stepsTrainedAgain } from './event-phases.ts';

const startMs = Date.UTC(2026, 10, 21, 10);

function event(second: number, type: string, more: Partial<FineTuneEvent> = {}): FineTuneEvent {
  return { type, created_at: new Date(startMs + second * 1000).toISOString(), message: type, ...more };
}

const life = [
  event(0, 'job_pending'),
  event(9, 'job_start'),
  event(9, 'model_downloading'),
  event(15, 'model_download_complete'),
  event(16, 'TRAINING_DATA_DOWNLOADING'),
  event(21, 'training_start'),
  event(40, 'checkpoint_save'),
  event(80, 'training_complete'),
  event(80, 'model_compressing'),
  event(85, 'checkpoint_save'),
  event(90, 'model_uploading'),
  event(95, 'model_upload_complete'),
  event(96, 'job_complete'),
];

const phasesOf = (events: readonly FineTuneEvent[], status: string, nowSecond = 200) =>
  eventPhases(eventEntries(events), status, startMs + nowSecond * 1000).map(
    ({ name, startMs: from, endMs, isOpen }) => `${name} ${(endMs - from) / 1000}${isOpen ? ' open' : ''}`,
  );

test('events become phases with durations', () => {
  expect(phasesOf(life, 'completed')).toEqual([
    'queued 9',
    'starting 0',
    'downloading 12',
    'training 59',
    'finishing 0',
    'compressing 10',
    'uploading 6',
  ]);
});

test('a job whose files were read before its turn waits until it starts', () => {
  const early = [
    event(0, 'job_pending'),
    event(1, 'training_data_downloading'),
    event(2, 'training_data_download_complete'),
    event(2, 'validation_data_downloading'),
    event(4, 'validation_data_download_complete'),
    event(300, 'job_start'),
    event(301, 'training_start'),
  ];
  expect(phasesOf(early, 'running', 310)).toEqual([
    'queued 1',
    'downloading 3',
    'queued 296',
    'starting 1',
    'training 9 open',
  ]);
});

test('the current phase lasts until now', () => {
  expect(phasesOf(life.slice(0, 7), 'running').at(-1)).toBe('training 179 open');
});

test('phases may come in any order, and a restart begins again', () => {
  const events = [event(0, 'model_uploading'), event(5, 'model_compressing'), event(8, 'job_restarted')];
  expect(phasesOf([...events, event(9, 'training_step')], 'running', 10)).toEqual([
    'uploading 5',
    'compressing 3',
    'queued 1',
    'training 1 open',
  ]);
});

test('training that breaks off ends with its last report, unless such pauses are usual', () => {
  const steps = [event(0, 'training_start'), event(5, 'training_step'), event(9, 'training_step')];
  const restarted = (at: number) => [...steps, event(at, 'job_restarted'), event(at + 1, 'training_step')];
  expect(phasesOf(restarted(50), 'running', 60)).toEqual([
    'training 9',
    'interrupted 41',
    'queued 1',
    'training 9 open',
  ]);
  expect(phasesOf(restarted(13), 'running', 20)).toEqual(['training 13', 'queued 1', 'training 6 open']);
  const unreported = [event(0, 'training_start'), event(50, 'job_restarted')];
  expect(phasesOf(unreported, 'running', 60)).toEqual(['training 50', 'queued 10 open']);
});

test('a restart that resumes the training waits for nothing, though steps done again are not reported', () => {
  const events = [
    event(0, 'training_start'),
    event(5, 'training_step'),
    event(9, 'training_step'),
    event(50, 'job_restarted', { message: 'Job restarted: training resumes from step 100.' }),
  ];
  const resumed = ['training 9', 'interrupted 41'];
  expect(phasesOf(events, 'running', 60)).toEqual([...resumed, 'training 10 open']);
  expect(phasesOf([...events, event(62, 'training_step')], 'running', 70)).toEqual([
    ...resumed,
    'training 20 open',
  ]);
});

test('steps between where a restart resumed and the furthest are trained again until a later one is reported', () => {
  const message = 'Job restarted: training resumes from step 150.';
  const events = [
    event(0, 'training_start'),
    event(9, 'training_step', { step: 166 }),
    event(50, 'JOB_RESTARTED', { message }),
  ];
  expect(stepsTrainedAgain(events, 166)).toEqual({ from: 151, to: 166 });
  expect(stepsTrainedAgain(events, 150)).toBeNull();
  expect(stepsTrainedAgain(events.slice(0, 2), 166)).toBeNull();
  expect(stepsTrainedAgain([...events, event(70, 'training_step', { step: 167 })], 167)).toBeNull();
});

test('a training that resumes from the beginning trains all steps again', () => {
  const message = 'Job restarted: training resumes from the beginning.';
  const events = [event(0, 'training_start'), event(5, 'training_step', { step: 17 })];
  const restarted = [...events, event(50, 'job_restarted', { message })];
  expect(stepsTrainedAgain(restarted, 17)).toEqual({ from: 1, to: 17 });
  expect(stepsTrainedAgain([...restarted, event(60, 'training_step', { step: 1 })], 1)).toBeNull();
  expect(stepsTrainedAgain([...events, event(50, 'job_restarted')], 17)).toBeNull();
});

test('a second interruption may be shorter than the first', () => {
  const message = 'Job restarted: training resumes from step 100.';
  const events = [
    event(0, 'training_start'),
    event(5, 'training_step'),
    event(9, 'training_step'),
    event(50, 'job_restarted', { message }),
    event(53, 'training_step'),
    event(73, 'job_restarted', { message }),
    event(76, 'training_step'),
  ];
  expect(phasesOf(events, 'running', 80)).toEqual([
    'training 9',
    'interrupted 41',
    'training 3',
    'interrupted 20',
    'training 7 open',
  ]);
});

test('a failed fine-tune ends with its last event, whatever its type', () => {
  expect(phasesOf([event(0, 'training_start'), event(5, 'something_new')], 'user_error')).toEqual([
    'training 5',
  ]);
});

test('events without a readable time, or of unknown types, make no phases', () => {
  expect(phasesOf([event(0, 'coffee_break')], 'running')).toEqual([]);
  expect(phasesOf([{ type: 'training_start', created_at: 'soon' }], 'running')).toEqual([]);
});

test('an event is identified by its hash, else by content, and equal ones by order', () => {
  const events = [
    event(0, 'a', { hash: 'abc' }),
    event(1, 'b', { hash: '' }),
    event(1, 'b', { hash: '' }),
    event(2, 'a', { hash: 'abc' }),
  ];
  const keys = eventEntries(events).map(({ key }) => key);
  expect(keys[0]).toBe('abc');
  expect(keys[3]).toBe('abc~2');
  expect(keys[2]).toBe(`${keys[1]}~2`);
  expect(eventEntries(events.slice(0, 2)).map(({ key }) => key)).toEqual(keys.slice(0, 2));
});
