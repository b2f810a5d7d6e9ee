// Arbitrary requests for tests, and programs to read snippets.
import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { readCompletionRequest } from '#api/schema/completion-request.ts';
import { snippetRequest, type SnippetRequest } from '#pages/playground/code/snippet-request.ts';

const strange = [
  ...String.raw`' " """ \ \u \x $ $API_KEY ! {x} %s # 🦊 \${x}`.split(' '),
  ...Array.from('`\n\r\t\0\u2028\u202e\u200d\u{e0041}\x7f\x85 '),
  '\ud83d',
  '\ude00',
];

/** With lone surrogates, and characters special to shells and languages. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.array(fc.constantFrom(...strange)).map((parts) => parts.join('')),
);

const fields = fc.record(
  {
    max_tokens: fc.integer({ min: 1, max: 4096 }),
    temperature: fc.double({ min: 0, max: 2, noNaN: true }),
    top_k: fc.integer({ min: 1, max: 100 }),
    min_p: fc.double({ min: 0, max: 1, noNaN: true }),
    repetition_penalty: fc.double({ min: 1e-9, max: 1e30, noNaN: true }),
    seed: fc.maxSafeInteger(),
    echo: fc.boolean(),
    logprobs: fc.constantFrom(0, 1),
    n: fc.integer({ min: 1, max: 128 }),
    stream: fc.boolean(),
    safety_model: anyText,
    stop: fc.array(anyText.filter((text) => text !== '')),
    logit_bias: fc.dictionary(fc.stringMatching(/^\d{1,5}$/), fc.integer({ min: -100, max: 100 })),
    'a field that is not documented': fc.dictionary(
      anyText,
      fc.oneof(anyText, fc.constant(null), fc.boolean()),
    ),
  },
  { requiredKeys: [] },
);

/** Also to an address that needs quoting. */
export const anyRequest: fc.Arbitrary<SnippetRequest> = fc
  .tuple(
    fields,
    anyText,
    anyText.filter((text) => text !== ''),
    fc.constantFrom('https://host/v1', "/it's/v1"),
  )
  .map(([others, prompt, model, baseUrl]) => {
    const reading = readCompletionRequest({ ...others, prompt, model });
    if (!reading.ok) throw new Error(reading.message);
    return snippetRequest(reading.request, baseUrl, 'http://127.0.0.1:4173');
  });

/** Alike in every run, for programs started once for all samples. */
export function samples<T>(arbitrary: fc.Arbitrary<T>, count: number): T[] {
  return fc.sample(arbitrary, { numRuns: count, seed: 20_26 });
}

/** Its tests are skipped elsewhere. */
export function isInstalled(program: 'sh' | 'python3'): boolean {
  return spawnSync(program, ['-c', '']).status === 0;
}

/** What the program prints. @throws if it fails */
export function outputOf(program: string, args: readonly string[], input: string): string {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error || status !== 0) throw error ?? new Error(stderr);
  return stdout;
}
