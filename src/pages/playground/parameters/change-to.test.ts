import { expect, test } from 'vitest';
import type { Model } from '#api/schema/model.ts';
import { noteSeam } from '#run/resumed-runs.ts';
import { endedRun } from '#run/testing/ended-run.ts';
import { changeTo } from './change-to.ts';

const request = { model: 'm', prompt: 'p', stream: true };

test('another model and other settings are a change; a default that is sent and another prompt are none', () => {
  const models: readonly Model[] = [{ id: 'm', defaults: { temperature: 0.7 } }];
  const run = endedRun({ request: { ...request, max_tokens: 10, seed: 1 } });
  const next = { ...run.request, prompt: 'other' };
  expect(changeTo(next, run, models)).toBeNull();
  expect(changeTo({ ...next, temperature: 0.7 }, run, models)).toBeNull();
  expect(changeTo({ ...next, temperature: 0.7 }, run, [])).toBe('settings');
  expect(changeTo({ ...next, model: 'other' }, run, models)).toBe('model');
});

test('a resumed run, sent what was left, has the max_tokens of the run that it continues', () => {
  const run = { ...endedRun({ request: { ...request, max_tokens: 10, seed: 1 } }), id: -4 };
  const next = { ...request, max_tokens: 14, seed: 1 };
  expect(changeTo(next, run, [])).toBe('settings');
  noteSeam(run.id, 4);
  expect(changeTo(next, run, [])).toBeNull();
  expect(changeTo({ ...next, max_tokens: 5 }, run, [])).toBe('settings');
  expect(changeTo({ ...next, max_tokens: 20 }, run, [])).toBe('settings');
  expect(changeTo({ ...next, seed: 2 }, run, [])).toBe('settings');
});

test('a resumed run that was regenerated, sent all of max_tokens, is of these settings', () => {
  const run = { ...endedRun({ request: { ...request, max_tokens: 10 } }), id: -5 };
  noteSeam(run.id, 4);
  expect(changeTo(run.request, run, [])).toBeNull();
});
