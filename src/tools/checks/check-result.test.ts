import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitResult, summaryLine, runStep, readBrowserReport, readUnitReport } from './check-result.ts';

test('the summary line adds up every step and says what was skipped', () => {
  const steps = [
    exitResult('types', 0, ''),
    { name: 'unit', passed: 40, failed: 2, skipped: 1, details: '' },
  ];
  expect(summaryLine(steps)).toEqual({ line: '41 passed, 2 failed, 1 skipped', ok: false });
});

test('a failed check keeps its output', () => {
  expect(exitResult('lint', 1, ' a line \n')).toMatchObject({ passed: 0, failed: 1, details: 'a line' });
});

test('a run without any passed test is not a success', () => {
  expect(summaryLine([])).toEqual({ line: '0 passed, 0 failed', ok: false });
});

test('a step that throws has failed, and the others are counted', async () => {
  const broken = await runStep('unit tests', () => Promise.reject(new Error('no room on the disk')));
  expect(broken).toMatchObject({ name: 'unit tests', failed: 1, details: 'no room on the disk' });
  const types = await runStep('types', async () => exitResult('types', 0, ''));
  expect(summaryLine([types, broken])).toEqual({ line: '1 passed, 1 failed', ok: false });
});

function report(content: unknown): string {
  const file = join(mkdtempSync(join(tmpdir(), 'inferdeck-report-')), 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const unit = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
const stats = { expected: 7, unexpected: 0, skipped: 0, flaky: 0 };

test('the counts of both runners are read', () => {
  expect(readUnitReport(report(unit), 0)).toMatchObject({ passed: 5, failed: 0 });
  expect(readBrowserReport(report({ stats }), 0)).toMatchObject({ passed: 7, failed: 0 });
});

test('a test that passed on a retry counts as failed', () => {
  const flaky = { ...stats, flaky: 1 };
  expect(readBrowserReport(report({ stats: flaky }), 0)).toMatchObject({ failed: 1 });
});

test('a run that failed outside its tests counts as a failure', () => {
  expect(readUnitReport(report(unit), 1)).toMatchObject({ passed: 5, failed: 1 });
});

test('a missing report, or one without tests, is a failure', () => {
  expect(readUnitReport('/nowhere/at/all.json', 0)).toMatchObject({ passed: 0, failed: 1 });
  expect(readUnitReport(report({ ...unit, numPassedTests: 0 }), 0)).toMatchObject({ failed: 1 });
});
