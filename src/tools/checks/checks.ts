// `npm test`: all checks, in parallel, and one closing line.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#tools/setup/build.js';
import { ensureChromium } from '#tools/setup/chromium.js';
import { runPackage } from '#tools/setup/run.js';
import {
  exitResult,
  summaryLine,
  runStep,
  type CheckResult,
  readBrowserReport,
  readUnitReport,
} from './check-result.ts';

const staticChecks = [
  { name: 'types', file: 'typescript/bin/tsc', args: [] },
  { name: 'lint', file: 'oxlint/bin/oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'formatting', file: 'oxfmt/bin/oxfmt', args: ['--check'] },
  { name: 'dead code', file: 'knip/bin/knip.js', args: [] },
] as const;

/** Exit code 1 unless all passed. */
export async function main(): Promise<void> {
  const reports = mkdtempSync(join(tmpdir(), 'inferdeck-test-'));
  process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
  const results: CheckResult[] = [];
  const check = async (name: string, act: () => Promise<CheckResult>) => {
    const result = await runStep(name, act);
    results.push(result);
    show(result);
    return result.failed === 0;
  };
  let chromium = '';
  const hasChromium = check('a Chromium', async () => {
    chromium = await ensureChromium();
    return exitResult('a Chromium', 0, '');
  });
  const isBuilt = check('build', async () => {
    await ensureBuilt();
    return exitResult('build', 0, '');
  });
  // In parallel: each leaves a core idle some of the time.
  const staticResults = staticChecks.map(({ name, file, args }) =>
    check(name, async () => {
      const { code, output } = await runPackage(file, args, { quiet: true });
      return exitResult(name, code, output);
    }),
  );
  const canStart = await isBuilt;
  await check('unit tests', () => unitTests(join(reports, 'unit.json')));
  await Promise.all(staticResults);
  if (canStart && (await hasChromium))
    await check('browser tests', () => browserTests(join(reports, 'browser.json'), chromium));
  const { line, ok } = summaryLine(results);
  console.log(`\n${line}`);
  process.exitCode = ok ? 0 : 1;
}

async function unitTests(report: string): Promise<CheckResult> {
  const { code } = await runPackage('vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  return readUnitReport(report, code);
}

async function browserTests(report: string, chromium: string): Promise<CheckResult> {
  const { code } = await runPackage(
    '@playwright/test/cli.js',
    // A list repeats what failed at its end, where a log that was cut still has it.
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    { env: { INFERDECK_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
  );
  return readBrowserReport(report, code);
}

function show(result: CheckResult): void {
  const counts = `${result.passed} passed${result.failed > 0 ? `, ${result.failed} failed` : ''}`;
  console.log(`${result.failed > 0 ? '✗' : '✓'} ${result.name}: ${counts}`);
  if (result.details !== '') console.log(result.details);
}
