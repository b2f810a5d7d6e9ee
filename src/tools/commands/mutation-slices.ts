// Slices of code for mutation testing, with the tests that must notice.
interface Slice {
  readonly folder: string;
  /** Below the folder, without `.ts`; all if absent. */
  readonly files?: readonly string[];
  /** Names of tests anywhere below the folder; all if absent. */
  readonly tests?: readonly string[];
  readonly testsLeftOut?: readonly string[];
}

export const slices: Readonly<Record<string, Slice>> = {
  decoder: { folder: 'src/api', files: ['stream-decoder', 'sse', 'read-view'] },
  budget: { folder: 'src/pages/playground/data', files: ['budget'] },
  sampling: {
    folder: 'src/service/engine',
    files: ['sampler', 'choice-output'],
    tests: ['sampler', 'choice-output'],
  },
  pricing: {
    folder: 'src/pricing',
    files: ['completion-cost', 'dedicated', 'dominance', 'rate', 'throughput'],
  },
  decision: { folder: 'src/pages/hardware/decision', files: ['break-even'] },
  curves: { folder: 'src/lib', files: ['decimate', 'statistics'] },
  eta: {
    folder: 'src/pages/fine-tunes',
    files: ['curves/time-left', 'curves/step-times', 'alerts/silence'],
    tests: ['time-left', 'step-times', 'silence', 'believed', 'alerts'],
  },
  // Without the tests that start the whole service.
  gate: {
    folder: 'src/service/http',
    files: ['gate', 'authentication', 'origins', 'body', 'listener', 'operation'],
    tests: [
      'gate',
      'authentication',
      'failed-attempts',
      'session-cookie',
      'origins',
      'body',
      'listener',
      'server',
      'on-abort',
      'access-log',
    ],
  },
  proxy: { folder: 'src/service/proxy', testsLeftOut: ['dialects', 'launch', 'leaving'] },
};

export function mutatedGlobs({ folder, files = ['*'] }: Slice): string[] {
  return [...files.map((file) => `${folder}/${file}.ts`), `!${folder}/**/*.test.ts`];
}

export function testGlob({ folder, tests, testsLeftOut }: Slice): string {
  const name = tests ? `@(${tests.join('|')})` : testsLeftOut ? `!(${testsLeftOut.join('|')})` : '*';
  return `${folder}/**/${name}.test.ts`;
}
