// `npm run mutate [slice …]`: mutation tests by Stryker, for hours.
import process from 'node:process';
import { Stryker } from '@stryker-mutator/core';
import { root } from '#tools/setup/paths.js';
import { mutatedGlobs, slices, testGlob } from './mutation-slices.ts';

const bar = 85;

const noticed: readonly string[] = ['Killed', 'Timeout'];
const unnoticed: readonly string[] = ['Survived', 'NoCoverage'];

async function measure(name: string): Promise<{ readonly line: string; readonly low: boolean }> {
  const slice = slices[name];
  if (slice === undefined) throw new Error(`No slice is called ${name}: ${Object.keys(slices).join(', ')}.`);
  const started = Date.now();
  const mutants = await new Stryker({
    mutate: mutatedGlobs(slice),
    testRunner: 'vitest',
    coverageAnalysis: 'perTest',
    concurrency: 2,
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { reportTests: false, reportScoreTable: false, allowColor: false },
    // The preprocessor of tsconfig.json needs TypeScript functions that version 7 no longer has.
    tsconfigFile: 'none',
    tempDirName: 'test-results/mutate',
    // Only these tests are copied. Listed as `testFiles` instead, mutants of constants would be activated only after
    // the modules are loaded, and never be killed.
    ignorePatterns: ['dist', 'test-results', 'src/**/*.test.ts', `!${testGlob(slice)}`],
    allowConsoleColors: false,
  }).runMutationTest();
  const count = (states: readonly string[]) => mutants.filter(({ status }) => states.includes(status)).length;
  const killed = count(noticed);
  const all = killed + count(unnoticed);
  const share = all === 0 ? 0 : (100 * killed) / all;
  const minutes = ((Date.now() - started) / 60_000).toFixed(1);
  return {
    line: `${name.padEnd(10)} ${String(killed).padStart(5)} of ${String(all).padStart(5)} noticed  ${share.toFixed(1).padStart(5)} %  (bar ${bar} %)  ${minutes} min`,
    low: share < bar,
  };
}

process.chdir(root);
const asked = process.argv.slice(2);
const results = [];
for (const name of asked.length > 0 ? asked : Object.keys(slices)) results.push(await measure(name));
for (const { line } of results) console.log(line);
process.exitCode = results.some(({ low }) => low) ? 1 : 0;
