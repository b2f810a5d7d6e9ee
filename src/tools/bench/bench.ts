// `npm run bench`: prints each figure beside its bar. Ratios hold within one run only.
import { cpus } from 'node:os';
import { benchEngine } from './engine.ts';
import { benchFineTuning } from './fine-tuning.ts';
import { ensureBuilt } from '#tools/setup/build.js';
import { ensureChromium } from '#tools/setup/chromium.js';
import { benchActs } from './acts.ts';
import { benchBrowser } from './browser.ts';
import { benchCharts } from './charts.ts';
import { benchDecode } from './decode.ts';
import { benchImport } from './import.ts';
import { benchOverload } from './overload.ts';
import { benchRace } from './race.ts';
import { formatRows, type BenchRow } from './row.ts';
import { benchService } from './service.ts';
import { benchTableInBrowser } from './table-browser.ts';
import { benchTable } from './table.ts';

const suites: Readonly<Record<string, (isShort: boolean) => Promise<BenchRow[]>>> = {
  decode: benchDecode,
  engine: benchEngine,
  'fine-tuning': benchFineTuning,
  service: benchService,
  overload: benchOverload,
  table: async () => [...(await benchTable()), ...(await benchTableInBrowser(await ensureChromium()))],
  browser: async () => benchBrowser(await ensureChromium()),
  charts: async () => benchCharts(await ensureChromium()),
  import: async (isShort) => benchImport(await ensureChromium(), isShort),
  'acts-run': async (isShort) => benchActs('run', await ensureChromium(), isShort),
  'acts-training': async (isShort) => benchActs('training', await ensureChromium(), isShort),
  'acts-day': async (isShort) => benchActs('day', await ensureChromium(), isShort),
  race: async (isShort) => benchRace(await ensureChromium(), isShort),
};

/**
 * Runs the suites named on the command line, by default all; exit code 1 for an unknown name. `acts` selects all
 * suites with that prefix. `--short` shortens the slow ones.
 */
export async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const named = words.filter((word) => word !== '--short');
  const unknown = named.filter((name) => !Object.keys(suites).some((suite) => isNamed(suite, name)));
  if (unknown.length > 0) {
    throw new Error(
      `No suite is called ${unknown.join(', ')}. There are: ${Object.keys(suites).join(', ')}.`,
    );
  }
  await ensureBuilt();
  console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`);
  for (const [name, suite] of Object.entries(suites)) {
    if (named.length > 0 && !named.some((word) => isNamed(name, word))) continue;
    console.log(`\n${name}`);
    console.log(formatRows(await suite(words.includes('--short'))));
  }
}

function isNamed(suite: string, name: string): boolean {
  return suite === name || suite.startsWith(`${name}-`);
}
