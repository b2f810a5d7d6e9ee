// `npm run bench`: figures beside their bars.
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '#tools/setup/build.js';
import { ensureChromium } from '#tools/setup/chromium.js';
import { benchActs } from './acts.ts';
import { benchBrowser } from './browser.ts';
import { benchCharts } from './charts.ts';
import { benchDecode } from './decode.ts';
import { benchEngine } from './engine.ts';
import { benchFineTuning } from './fine-tuning.ts';
import { benchHistory } from './history.ts';
import { benchImport } from './import.ts';
import { benchKeys } from './keys.ts';
import { benchOverload } from './overload.ts';
import { benchRace } from './race.ts';
import { formatRows, type BenchRow } from './row.ts';
import { benchProxy } from './proxy.ts';
import { benchService } from './service.ts';
import { benchTableInBrowser } from './table-browser.ts';
import { benchTable } from './table.ts';

const suites: Readonly<Record<string, (isShort: boolean) => Promise<BenchRow[]>>> = {
  decode: benchDecode,
  engine: benchEngine,
  'fine-tuning': benchFineTuning,
  service: benchService,
  proxy: benchProxy,
  overload: benchOverload,
  table: async () => [...(await benchTable()), ...(await benchTableInBrowser(await ensureChromium()))],
  browser: async () => benchBrowser(await ensureChromium()),
  keys: async () => benchKeys(await ensureChromium()),
  history: async () => benchHistory(await ensureChromium()),
  charts: async () => benchCharts(await ensureChromium()),
  import: async (isShort) => benchImport(await ensureChromium(), isShort),
  'acts-run': async (isShort) => benchActs('run', await ensureChromium(), isShort),
  'acts-training': async (isShort) => benchActs('training', await ensureChromium(), isShort),
  'acts-day': async (isShort) => benchActs('day', await ensureChromium(), isShort),
  race: async (isShort) => benchRace(await ensureChromium(), isShort),
};

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
      // npm runs programs in the checkout.
      const file = resolve(process.env['INIT_CWD'] ?? process.cwd(), values.json);
      writeFileSync(
        file,
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
