// Fuzzing arbitraries: malformed bodies and targets.
import fc, { type Arbitrary } from 'fast-check';
import { wellFormed } from '#lib/unicode.ts';

export const strangeValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    -1,
    0,
    1.5,
    1e308,
    2 ** 53,
    '',
    'x',
    [],
    {},
    [[]],
    { a: 1 },
    '\u0000',
    '\ud800',
    [''],
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A finite number of any size: doubles by their bits, and the limits of single and double precision. */
export const anySize: Arbitrary<number> = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc
    .tuple(fc.constantFrom(1, -1), fc.constantFrom(5e-324, 1e-310, 1e-45, 1e-38, 3e38, 4e38, 1e39, 1e308))
    .map(([sign, size]) => sign * size),
);

/** Any body of POST /completions; a valid one asks for two tokens at most. */
export function anyBody(right: { readonly model: string; readonly prompt: string }): Arbitrary<Uint8Array> {
  return fc.oneof(
    { weight: 6, arbitrary: nearlyRight(right).map((body) => bytesOf(JSON.stringify(body))) },
    { weight: 2, arbitrary: fc.json().map(bytesOf) },
    { weight: 2, arbitrary: fc.uint8Array({ maxLength: 200 }) },
    { weight: 1, arbitrary: fc.constantFrom(...oddities(right.model)).map(bytesOf) },
  );
}

/** A path of the service with any id and any query. */
export const strangeTargets: Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(
      '/v1/models',
      '/v1/hardware',
      '/v1/fine-tunes',
      '/v1/fine-tunes/ID/checkpoints',
      '/v1/fine-tunes/ID/events',
      '/v1/fine-tunes/ID/metrics',
      '/v1/jobs/ID',
      '/v1/ID',
      '/session/ID',
    ),
    piece(),
    fc.array(
      fc.tuple(
        fc.constantFrom('model', 'global_step_from', 'logged_at_to', 'resolution', 'limit', '__proto__', ''),
        piece(),
      ),
      { maxLength: 3 },
    ),
  )
  .map(([pattern, id, pairs]) => {
    const query = pairs.map((pair) => pair.join('=')).join('&');
    return `${pattern.replace('ID', id)}${query === '' ? '' : `?${query}`}`;
  });

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Known fields, most of them valid. */
function nearlyRight({
  model,
  prompt,
}: {
  readonly model: string;
  readonly prompt: string;
}): Arbitrary<object> {
  const between = (min: number, max: number) => mostly(fc.double({ min, max, noNaN: true }));
  return fc.record(
    {
      model: mostly(fc.constant(model)),
      prompt: mostly(fc.constantFrom(prompt, '', '🌙'.repeat(50), '\u0000')),
      max_tokens: fc.constantFrom(1, 2, 1, 2, 1, 2, 0, -1, '2'),
      n: mostly(fc.constantFrom(1, 2, 5)),
      stop: mostly(fc.constantFrom(['.'], [' the', '\n'])),
      temperature: between(0, 2),
      top_p: between(0, 1),
      top_k: mostly(fc.oneof(fc.nat({ max: 100 }), fc.integer({ min: -1, max: 2 ** 31 - 1 }))),
      min_p: between(0, 1),
      repetition_penalty: mostly(
        fc.oneof(fc.double({ min: 0.1, max: 2, noNaN: true }), anySize.map(Math.abs)),
      ),
      presence_penalty: between(-2, 2),
      frequency_penalty: between(-2, 2),
      logit_bias: mostly(
        fc.dictionary(
          fc.oneof({ weight: 9, arbitrary: fc.nat({ max: 1_023 }) }, fc.constant(1_024)).map(String),
          fc.oneof(fc.double({ min: -100, max: 100, noNaN: true }), anySize),
          { maxKeys: 20 },
        ),
      ),
      seed: mostly(fc.maxSafeInteger()),
      logprobs: mostly(fc.constantFrom(0, 1)),
      echo: mostly(fc.boolean()),
      stream: mostly(fc.boolean()),
      safety_model: mostly(fc.constant('inferdeck/guard-words')),
    },
    { requiredKeys: ['model', 'prompt', 'max_tokens'] },
  );
}

/** Texts that only look like JSON, or are JSON that trips up programs. */
function oddities(model: string): readonly string[] {
  return [
    '['.repeat(200_000),
    `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
    '{"max_tokens":1,"n":1e999999}',
    `{"seed":${'9'.repeat(5_000)},"max_tokens":1}`,
    '{"__proto__":{"model":"x"},"constructor":{},"prototype":1}',
    `{"logit_bias":{"__proto__":1},"model":"${model}","prompt":"x","max_tokens":1}`,
    `{"model":"${model}","model":"x","prompt":"x","max_tokens":1}`,
    `{"model":"${'x'.repeat(100_000)}","prompt":"x"}`,
    `\uFEFF{"model":"${model}"}`,
    `{"model":"${model}","prompt":"\\ud800","max_tokens":1}`,
    'NaN',
    '{"a":NaN}',
    '',
    ' ',
    'null',
  ];
}

/** Part of a path or query, encoded or nearly. */
function piece(): Arbitrary<string> {
  return fc.oneof(
    fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(wellFormed(text))),
    fc.constantFrom(
      'ft-1',
      'job-1',
      '..',
      '.',
      '%00',
      '%',
      'a'.repeat(200),
      '-',
      'x;y',
      "'--",
      '"',
      '{}',
      '*',
      '1e9',
    ),
  );
}

function mostly(right: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc.oneof({ weight: 20, arbitrary: right }, { weight: 1, arbitrary: strangeValue });
}
