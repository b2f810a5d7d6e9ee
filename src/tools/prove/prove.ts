// `npm test`: all checks, in parallel on two cores, and one closing line.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#tools/setup/build.js';
import { ensureChromium } from '#tools/setup/chromium.js';
import { runPackage } from '#tools/setup/run.js';
import { checkProof, closingLine, settled, type Proof, browserProof, unitProof } from './proof.ts';

const staticChecks = [
  { name: 'types', file: 'typescript/bin/tsc', args: [] },
  { name: 'lint', file: 'oxlint/bin/oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'formatting', file: 'oxfmt/bin/oxfmt', args: ['--check'] },
  { name: 'dead code', file: 'knip/bin/knip.js', args: [] },
] as const;

/** Prints each step's outcome and the closing line; exit code 1 unless all passed. */
export async function main(): Promise<void> {
  const reports = mkdtempSync(join(tmpdir(), 'inferdeck-test-'));
  process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
  const proofs: Proof[] = [];
  const prove = async (name: string, act: () => Promise<Proof>) => {
    const proof = await settled(name, act);
    proofs.push(proof);
    show(proof);
    return proof.failed === 0;
  };
  let chromium = '';
  const browserIsThere = prove('a Chromium', async () => {
    chromium = await ensureChromium();
    return checkProof('a Chromium', 0, '');
  });
  const isBuilt = prove('build', async () => {
    await ensureBuilt();
    return checkProof('build', 0, '');
  });
  // In parallel with each other and the other checks: each leaves a core idle some of the time.
  const checked = staticChecks.map(({ name, file, args }) =>
    prove(name, async () => {
      const { code, output } = await runPackage(file, args, { quiet: true });
      return checkProof(name, code, output);
    }),
  );
  const canStart = await isBuilt;
  await prove('unit tests', () => unitTests(join(reports, 'unit.json')));
  await Promise.all(checked);
  if (canStart && (await browserIsThere))
    await prove('browser tests', () => browserTests(join(reports, 'browser.json'), chromium));
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

function show(proof: Proof): void {
  const counts = `${proof.passed} passed${proof.failed > 0 ? `, ${proof.failed} failed` : ''}`;
  console.log(`${proof.failed > 0 ? '✗' : '✓'} ${proof.name}: ${counts}`);
  if (proof.details !== '') console.log(proof.details);
}
