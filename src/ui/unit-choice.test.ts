import { beforeEach, expect, test, vi } from 'vitest';
import { createUnitChoice, readUnitsOf } from './unit-choice.ts';

const choice = () =>
  createUnitChoice<{ readonly id: string }>('unit', [{ id: 'one' }, { id: 'two' }, { id: 'three' }]);

beforeEach(() => {
  const entries = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => entries.set(key, text),
    removeItem: (key: string) => entries.delete(key),
  });
  readUnitsOf('');
});

test('a unit is chosen for one service, and stays chosen for it', () => {
  const [, useUnit, choose] = choice();
  readUnitsOf('.a');
  choose('two');
  readUnitsOf('.b');
  expect(useUnit.getState().unit.id).toBe('one');
  choose('three');
  readUnitsOf('.a');
  expect(useUnit.getState().unit.id).toBe('two');
  const [, useAgain] = choice();
  expect(useAgain.getState().unit.id).toBe('two');
});

test('the choice of an older build holds for the page’s own server', () => {
  localStorage.setItem('unit', JSON.stringify({ version: 1, value: 'two' }));
  const [, useUnit] = choice();
  readUnitsOf('server');
  expect(useUnit.getState().unit.id).toBe('two');
  readUnitsOf('.b');
  expect(useUnit.getState().unit.id).toBe('one');
});
