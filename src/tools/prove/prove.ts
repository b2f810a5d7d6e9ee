// `npm test`: every check, in an order that keeps two cores busy, and one honest closing line.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#tools/setup/build.js';
import { ensureChromium } from '#tools/setup/chromium.js';
import { runPackage } from '#tools/setup/run.js';
import { checkProof, closingLine, type Proof } from './proof.ts';
import { browserProof, unitProof } from './reports.ts';

const staticChecks = [
  { name: 'types', file: 'typescript/bin/tsc', args: [] },
  { name: 'lint', file: 'oxlint/bin/oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'formatting', file: 'oxfmt/bin/oxfmt', args: ['--check'] },
  { name: 'dead code', file: 'knip/bin/knip.js', args: [] },
] as const;

/** Runs everything, prints each step's outcome and the closing line; exit code 1 unless all passed. */
export async function main(): Promise<void> {
  const reports = mkdtempSync(join(tmpdir(), 'inferdeck-test-'));
  const proofs: Proof[] = [];
  try {
    for (const { name, file, args } of staticChecks) {
      const { code, output } = await runPackage(file, args, { quiet: true });
      proofs.push(show(checkProof(name, code, output)));
    }
    const build = await attempt('build', ensureBuilt);
    proofs.push(show(build.proof));
    proofs.push(show(await unitTests(join(reports, 'unit.json'))));
    const browser = await attempt('a Chromium', ensureChromium);
    if (browser.value === null) proofs.push(show(browser.proof));
    else if (build.proof.failed === 0) {
      proofs.push(show(await browserTests(join(reports, 'browser.json'), browser.value)));
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  const { line, ok } = closingLine(proofs);
  console.log(`\n${line}`);
  process.exitCode = ok ? 0 : 1;
}

async function unitTests(report: string): Promise<Proof> {
  const { code } = await runPackage('vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  return unitProof(report, code);
}

async function browserTests(report: string, chromium: string): Promise<Proof> {
  const { code } = await runPackage(
    '@playwright/test/cli.js',
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=line,json'],
    { env: { INFERDECK_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
  );
  return browserProof(report, code);
}

async function attempt<T>(name: string, act: () => Promise<T>): Promise<{ proof: Proof; value: T | null }> {
  try {
    return { proof: checkProof(name, 0, ''), value: await act() };
  } catch (error) {
    return {
      proof: checkProof(name, 1, error instanceof Error ? error.message : String(error)),
      value: null,
    };
  }
}

function show(proof: Proof): Proof {
  const counts = `${proof.passed} passed${proof.failed > 0 ? `, ${proof.failed} failed` : ''}`;
  console.log(`${proof.failed > 0 ? '✗' : '✓'} ${proof.name}: ${counts}`);
  if (proof.details !== '') console.log(proof.details);
  return proof;
}
