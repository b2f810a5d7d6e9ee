// Parsers of the JSON reports of Vitest and Playwright.
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { Proof } from './proof.ts';

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  success: z.boolean(),
});

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), skipped: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
});

/** A run that failed outside a test (a file that does not load) counts as one failure more. */
export function unitProof(file: string, code: number): Proof {
  const report = readReport(file, VitestReport);
  if (report === null) return noReport('unit tests');
  const { numPassedTests: passed, numFailedTests: failed } = report;
  const skipped = report.numPendingTests + report.numTodoTests;
  return settle({ name: 'unit tests', passed, failed, skipped, details: '' }, code);
}

/** A test that needed a retry counts as failed. */
export function browserProof(file: string, code: number): Proof {
  const report = readReport(file, PlaywrightReport);
  if (report === null) return noReport('browser tests');
  const { expected: passed, unexpected, flaky, skipped } = report.stats;
  return settle({ name: 'browser tests', passed, failed: unexpected + flaky, skipped, details: '' }, code);
}

function settle(proof: Proof, code: number): Proof {
  if (proof.passed + proof.failed === 0) return { ...proof, failed: 1, details: 'no test was executed' };
  return code !== 0 && proof.failed === 0
    ? { ...proof, failed: 1, details: 'the run failed outside its tests' }
    : proof;
}

function noReport(name: string): Proof {
  return { name, passed: 0, failed: 1, skipped: 0, details: 'the run ended without a report' };
}

function readReport<T extends z.ZodMiniType>(file: string, schema: T): z.output<T> | null {
  try {
    return z.parse(schema, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
