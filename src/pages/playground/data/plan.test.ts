// Where a data run may be resumed, and what its variants are called.
import { expect, test } from 'vitest';
import { nameOutput, wayBack } from './plan.ts';
import { planOf } from './testing/tables.ts';

const own = 'http://127.0.0.1:4173/v1';
const hosted = 'https://api.example/v1';

test.each([
  ['server', 'server', /^none$/],
  ['server api.example', 'a1 https://lab.example/v1', /^Started on api\.example: switch to that connection/],
  ['server', 'a1 https://lab.example/v1', /^Started on http:\/\/127\.0\.0\.1:4173\/v1: switch/],
  [`a1 ${hosted}`, `b2 ${hosted}`, /^none$/],
  [`a1 ${hosted}`, 'server', /^Started on https:\/\/api\.example\/v1: switch/],
  ['server api.example', 'server lab.example', /^Started on api\.example, whose place another service/],
  ['server', 'server lab.example', /^Started on this server’s own models, whose place/],
])('a run of %j, with %j in use, says how to resume it', (key, used, words) => {
  const service = { key, baseUrl: key.startsWith('server') ? own : hosted };
  expect(wayBack({ ...planOf(1), service }, { serviceKey: () => used }) ?? 'none').toMatch(words);
});

test('a variant names what it leaves at its default', () => {
  const [output] = planOf(1).outputs;
  expect(output && nameOutput({ ...output, changes: { top_p: '0.5', temperature: ' ' } })).toBe(
    'm0 · top_p 0.5 · temperature default',
  );
});
