// Typed profile entries: valid ones only, no token without its address.
import { expect, test } from 'vitest';
import { checkProfile } from './profile-entries.ts';
import { parseKept } from './store.ts';

const held = { token: 'held-secret-1234567', baseUrl: 'https://lab.example/v1', isRemembered: true };
const entries = { name: ' ', baseUrl: 'https://lab.example/v1/', token: '', isRemembered: true };

test('the host is the name, a trailing slash is dropped, the held token is kept', () => {
  const check = checkProfile(entries, 'a1', held);
  expect(check).toMatchObject({
    ok: true,
    token: held.token,
    draft: { id: 'a1', name: 'lab.example', baseUrl: 'https://lab.example/v1' },
  });
  expect(check.ok && 'token' in check.draft).toBe(false);
});

test('a connection named after a long host is read back with the others', () => {
  const host =
    'llama-3-1-8b-instruct-quantized.demo-model-serving.apps.cluster-x5jkl.sandbox2170.lab.example';
  const check = checkProfile({ ...entries, baseUrl: `https://${host}/v1` }, 'a1', undefined);
  expect(parseKept({ activeId: 'a1', profiles: [check.ok && check.draft] })).not.toBeNull();
});

test('another address does not get the held token, and a message says so', () => {
  const check = checkProfile({ ...entries, baseUrl: 'https://elsewhere.example/v1' }, 'a1', held);
  expect(check).toMatchObject({ ok: true, token: null, keptToken: null });
  expect(check.tokenHint).toContain('another address');
});

test.each([' fresh-secret\n', '"fresh-secret" ', "'fresh-secret'"])(
  'a token typed as %j replaces the held one',
  (token) => {
    expect(checkProfile({ ...entries, token }, 'a1', held)).toMatchObject({
      ok: true,
      token: 'fresh-secret',
      draft: { token: 'fresh-secret' },
    });
  },
);

test.each([
  ['two\nlines', 'a line break'],
  ['tøken—dash', 'cannot carry'],
])('a token that no header can carry is refused without repeating it', (token, reason) => {
  const check = checkProfile({ ...entries, token }, 'a1', undefined);
  expect(check.ok).toBe(false);
  expect(JSON.stringify(check)).toContain(reason);
  expect(JSON.stringify(check)).not.toContain(token);
});

test.each([
  '',
  '/',
  '/v1',
  '//lab.example/v1',
  'banana',
  'banana/v1',
  'ftp://lab.example',
  'javascript:alert(1)',
  'https://me:pw@lab.example/v1',
  'https://lab.example/v1?key=1',
  'https://lab.example/v1?',
  'https://lab.example/v1#',
])('the address %j is refused', (baseUrl) => {
  expect(checkProfile({ ...entries, baseUrl }, 'a1', undefined).ok).toBe(false);
});

test('an address without https is allowed with a warning, except on this machine', () => {
  expect(hintFor('http://lab.example/v1')).toContain('https');
  expect(hintFor('http://127.0.0.1:8000/v1')).toBeUndefined();
});

function hintFor(baseUrl: string): string | undefined {
  return checkProfile({ ...entries, baseUrl }, 'a1', undefined).addressHint;
}

test.each([
  ['HTTP://127.0.0.1:4173/v1', 'http://127.0.0.1:4173/v1'],
  ['127.0.0.1:48993/v1', 'http://127.0.0.1:48993/v1'],
  ['localhost:8000', 'http://localhost:8000'],
  ['[::1]:8000/v1', 'http://localhost:8000/v1'],
  ['http://[::1]:8000/v1', 'http://localhost:8000/v1'],
  ['http://0.0.0.0:8000/v1', 'http://localhost:8000/v1'],
  ['0.0.0.0:8000', 'http://localhost:8000'],
  ['api.lab.example/v1', 'https://api.lab.example/v1'],
  ['https://lab.example/v1/completions/', 'https://lab.example/v1'],
  ['https://lab.example/api/v1/chat/completions', 'https://lab.example/api/v1'],
  ['lab.example/v1/models', 'https://lab.example/v1'],
])('%j is read as %j, and a hint says so', (baseUrl, read) => {
  expect(checkProfile({ ...entries, baseUrl }, 'a1', undefined)).toMatchObject({
    ok: true,
    draft: { baseUrl: read },
    addressHint: `Read as ${read}`,
  });
});

test.each(['https://lab.example/v1', ' https://lab.example/v1/ ', 'https://lab.example/v1/openai'])(
  '%j is read as it stands',
  (baseUrl) => expect(hintFor(baseUrl)).toBeUndefined(),
);

test('an endpoint without https has both hints', () => {
  expect(hintFor('http://lab.example/v1/completions')).toMatch(/^Read as http:\S+v1\. Without https/u);
});
