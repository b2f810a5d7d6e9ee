// `npm run mutate [slice …]`: mutation tests of code whose figures users rely on. Not part of `npm test`: all slices
// together take hours.
import process from 'node:process';
import { Stryker } from '@stryker-mutator/core';
import { root } from '#tools/setup/paths.js';

/** Percentage of mutants that the tests must kill. */
const bar = 85;

/** What is mutated, and the folder whose tests run: all of them, or those of these names. */
const slices: Readonly<
  Record<string, { readonly change: readonly string[]; readonly tests: string; readonly named?: string }>
> = {
  decoder: {
    change: ['src/api/{stream-decoder,sse,read-view}.ts'],
    tests: 'src/api',
  },
  budget: {
    change: ['src/pages/playground/data/budget.ts'],
    tests: 'src/pages/playground/data',
  },
  sampling: {
    change: ['src/service/engine/{sampler,choice-output}.ts'],
    tests: 'src/service/engine',
    named: '{sampler,choice-output,draw-token}',
  },
  pricing: {
    change: ['src/pricing/{completion-cost,dedicated,dominance,rate,throughput}.ts'],
    tests: 'src/pricing',
  },
  decision: {
    change: ['src/pages/hardware/decision/break-even.ts'],
    tests: 'src/pages/hardware/decision',
  },
  curves: { change: ['src/lib/{decimate,smooth}.ts'], tests: 'src/lib' },
  eta: {
    change: ['src/pages/fine-tunes/{curves/time-left,curves/step-times,alerts/silence}.ts'],
    tests: 'src/pages/fine-tunes',
    named: '{time-left,step-times,silence,believed,alerts}',
  },
  // Without the tests that start the whole service, which take seconds each.
  gate: {
    change: ['src/service/http/{gate,sessions,failed-attempts,origins,body,listener,operation}.ts'],
    tests: 'src/service/http',
    named: '{gate,parameters,credentials,sessions,session,failed-attempts,origins,body,request-target}',
  },
  proxy: {
    change: ['src/service/proxy/*.ts', '!src/service/proxy/*.test.ts'],
    tests: 'src/service/proxy',
    named: '!(dialects|launch|leaving)',
  },
};

const noticed: readonly string[] = ['Killed', 'Timeout'];
const unnoticed: readonly string[] = ['Survived', 'NoCoverage'];

async function measure(name: string): Promise<{ readonly line: string; readonly low: boolean }> {
  const slice = slices[name];
  if (slice === undefined) throw new Error(`No slice is called ${name}: ${Object.keys(slices).join(', ')}.`);
  const started = Date.now();
  const mutants = await new Stryker({
    mutate: [...slice.change],
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
    ignorePatterns: [
      'dist',
      'test-results',
      'src/**/*.test.ts',
      `!${slice.tests}/**/${slice.named ?? '*'}.test.ts`,
    ],
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
