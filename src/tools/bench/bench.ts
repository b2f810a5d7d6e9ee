// `npm run bench`: figures beside their bars.
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { pathFrom } from '#tools/commands/command-line.ts';
import { ensureBuilt } from '#tools/setup/build.js';
import { chromiumArgs } from '#tools/setup/chromium-args.ts';
import { ensureChromium } from '#tools/setup/chromium.js';
import { benchLargeRun, benchLargeTraining, benchPolling } from './acts.ts';
import { benchBrowser } from './browser.ts';
import { benchCharts } from './charts.ts';
import { benchDecode } from './decode.ts';
import { benchEngine } from './engine.ts';
import { benchFineTuning } from './fine-tuning.ts';
import { benchHistory } from './history.ts';
import { benchImport } from './import.ts';
import { benchKeys } from './keys.ts';
import { benchOverload } from './overload.ts';
import { benchProxy } from './proxy.ts';
import { benchRace } from './race.ts';
import { formatRows, type BenchRow } from './row.ts';
import { benchService } from './service.ts';
import { benchTableInBrowser } from './table-browser.ts';
import { benchTable } from './table.ts';

type Suite = (isShort: boolean) => Promise<BenchRow[]>;

const suites: Readonly<Record<string, Suite>> = {
  decode: benchDecode,
  engine: benchEngine,
  'fine-tuning': benchFineTuning,
  service: benchService,
  proxy: benchProxy,
  overload: benchOverload,
  table: inBrowser(async (browser) => [...benchTable(), ...(await benchTableInBrowser(browser))]),
  browser: inBrowser(benchBrowser),
  keys: inBrowser(benchKeys),
  history: inBrowser(benchHistory),
  charts: inBrowser(benchCharts),
  import: inBrowser(benchImport),
  'acts-run': inBrowser(benchLargeRun),
  'acts-training': inBrowser(benchLargeTraining),
  'acts-day': inBrowser(benchPolling),
  race: inBrowser(benchRace),
};

function inBrowser(suite: (browser: Browser, isShort: boolean) => Promise<BenchRow[]>): Suite {
  return async (isShort) => {
    const executablePath = await ensureChromium();
    await using browser = await chromium.launch({ executablePath, args: chromiumArgs });
    return await suite(browser, isShort);
  };
}

/**
 * Named suites, or all. `--short` shortens the slow ones, `--json FILE` also writes a file.
 * @throws for an unknown name
 */
export async function main(): Promise<void> {
  const { values, positionals: named } = parseArgs({
    options: { short: { type: 'boolean', default: false }, json: { type: 'string' } },
    allowPositionals: true,
  });
  const unknown = named.filter((name) => !Object.keys(suites).some((suite) => isNamed(suite, name)));
  if (unknown.length > 0) {
    throw new Error(
      `No suite is called ${unknown.join(', ')}. There are: ${Object.keys(suites).join(', ')}.`,
    );
  }
  await ensureBuilt();
  const machine = `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`;
  console.log(machine);
  const results: object[] = [];
  for (const [name, suite] of Object.entries(suites)) {
    if (named.length > 0 && !named.some((word) => isNamed(name, word))) continue;
    const startedAt = new Date().toISOString();
    const loadBefore = load();
    const rows = await suite(values.short);
    const loadAfter = load();
    console.log(`\n${name} (load of the machine: ${loadBefore} before, ${loadAfter} after)`);
    console.log(formatRows(rows));
    results.push({ name, startedAt, loadBefore, loadAfter, rows });
    if (values.json !== undefined) {
      writeFileSync(
        pathFrom(values.json),
        `${JSON.stringify({ machine, isShort: values.short, suites: results }, null, 2)}\n`,
      );
    }
  }
}

/** Always 0 on Windows. */
function load(): number {
  return Math.round((loadavg()[0] ?? 0) * 10) / 10;
}

function isNamed(suite: string, name: string): boolean {
  return suite === name || suite.startsWith(`${name}-`);
}
