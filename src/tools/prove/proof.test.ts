import { expect, test } from 'vitest';
import { checkProof, closingLine, settled } from './proof.ts';

test('the closing line adds up every step and says what was skipped', () => {
  const steps = [
    checkProof('types', 0, ''),
    { name: 'unit', passed: 40, failed: 2, skipped: 1, details: '' },
  ];
  expect(closingLine(steps)).toEqual({ line: '41 passed, 2 failed, 1 skipped', ok: false });
});

test('a check that fails keeps what it printed', () => {
  expect(checkProof('lint', 1, ' a line \n')).toMatchObject({ passed: 0, failed: 1, details: 'a line' });
});

test('nothing passed is not a success', () => {
  expect(closingLine([])).toEqual({ line: '0 passed, 0 failed', ok: false });
});

test('a step that breaks has failed, and the others are counted', async () => {
  const broken = await settled('unit tests', () => Promise.reject(new Error('no room on the disk')));
  expect(broken).toMatchObject({ name: 'unit tests', failed: 1, details: 'no room on the disk' });
  const types = await settled('types', async () => checkProof('types', 0, ''));
  expect(closingLine([types, broken])).toEqual({ line: '1 passed, 1 failed', ok: false });
});
