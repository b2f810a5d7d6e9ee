// Check results of `npm test`, from JSON reports, and its closing line.
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/** Counts tests where the step has any, else checks. */
export interface CheckResult {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly details: string;
}

export function exitResult(name: string, code: number, output: string): CheckResult {
  const ok = code === 0;
  return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, details: ok ? '' : output.trim() };
}

/** A step that throws counts as one failure. */
export async function runStep(name: string, act: () => Promise<CheckResult>): Promise<CheckResult> {
  try {
    return await act();
  } catch (error) {
    return exitResult(name, 1, error instanceof Error ? error.message : String(error));
  }
}

/** Not `ok` without a single passed test. */
export function summaryLine(results: readonly CheckResult[]): { line: string; ok: boolean } {
  const sum = (pick: (result: CheckResult) => number) =>
    results.reduce((total, result) => total + pick(result), 0);
  const passed = sum((result) => result.passed);
  const failed = sum((result) => result.failed);
  const skipped = sum((result) => result.skipped);
  const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return { line, ok: failed === 0 && passed > 0 };
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
});

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), skipped: z.number(), flaky: z.number() }),
});

/** A failure outside a test (a file that does not load) counts as one more. */
export function readUnitReport(file: string, code: number): CheckResult {
  const report = readReport(file, VitestReport);
  if (report === null) return missingReport('unit tests');
  const { numPassedTests: passed, numFailedTests: failed } = report;
  const skipped = report.numPendingTests + report.numTodoTests;
  return withExitCode({ name: 'unit tests', passed, failed, skipped, details: '' }, code);
}

/** A test that needed a retry counts as failed. */
export function readBrowserReport(file: string, code: number): CheckResult {
  const report = readReport(file, PlaywrightReport);
  if (report === null) return missingReport('browser tests');
  const { expected: passed, unexpected, flaky, skipped } = report.stats;
  return withExitCode(
    { name: 'browser tests', passed, failed: unexpected + flaky, skipped, details: '' },
    code,
  );
}

function withExitCode(result: CheckResult, code: number): CheckResult {
  if (result.passed + result.failed === 0) return { ...result, failed: 1, details: 'no test was executed' };
  return code !== 0 && result.failed === 0
    ? { ...result, failed: 1, details: 'the run failed outside its tests' }
    : result;
}

function missingReport(name: string): CheckResult {
  return { name, passed: 0, failed: 1, skipped: 0, details: 'the run ended without a report' };
}

function readReport<T extends z.ZodMiniType>(file: string, schema: T): z.output<T> | null {
  try {
    return z.parse(schema, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
