// Outcome of a step of `npm test`, from JSON reports; closing line.
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/** Counts are tests where the step has tests, otherwise one per check. */
export interface Proof {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly details: string;
}

/** A check without tests of its own counts as one. */
export function checkProof(name: string, code: number, output: string): Proof {
  const ok = code === 0;
  return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, details: ok ? '' : output.trim() };
}

/** A step that throws counts as one failure. */
export async function settled(name: string, act: () => Promise<Proof>): Promise<Proof> {
  try {
    return await act();
  } catch (error) {
    return checkProof(name, 1, error instanceof Error ? error.message : String(error));
  }
}

/** Sums over all steps. Without a single passed test, `ok` is false and the line says so. */
export function closingLine(proofs: readonly Proof[]): { line: string; ok: boolean } {
  const sum = (pick: (proof: Proof) => number) => proofs.reduce((total, proof) => total + pick(proof), 0);
  const passed = sum((proof) => proof.passed);
  const failed = sum((proof) => proof.failed);
  const skipped = sum((proof) => proof.skipped);
  const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return { line, ok: failed === 0 && passed > 0 };
}

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
