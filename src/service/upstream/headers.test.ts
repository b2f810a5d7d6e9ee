import { describe, expect, test } from 'vitest';
import { headersBack, headersOut } from './headers.ts';

const KEY = 'sk-0123456789';

test('a request goes out with these headers and no others', () => {
  expect(headersOut(KEY, 'application/json', true)).toEqual({
    authorization: `Bearer ${KEY}`,
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': 'Inferdeck',
  });
  expect(headersOut(null, 'text/event-stream', false)).toEqual({
    accept: 'text/event-stream',
    'user-agent': 'Inferdeck',
  });
});

describe('content types', () => {
  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json ;charset="utf-8"',
    'application/json;',
    'text/event-stream',
    'text/event-stream;charset=UTF-8',
    `application/json; a=${'x'.repeat(179)}`,
  ])('%s comes back as it is', (type) => {
    expect(headersBack({ 'content-type': type }, KEY).get('content-type')).toBe(type);
  });

  test.each([
    undefined,
    '',
    'text/html',
    'text/plain; charset=iso-8859-1',
    'application/javascript',
    'application/json-seq',
    'application/problem+json',
    'x-application/json',
    'text/html; application/json',
    'text/event-stream, text/html',
    'application/json; charset=utf-8, text/html',
    'application/json; <script>',
    `application/json; v=${KEY}`,
    `application/json; v=${KEY.toUpperCase()}`,
    `application/json; a=${'x'.repeat(180)}`,
  ])('%s becomes text that no browser runs', (type) => {
    const headers = type === undefined ? {} : { 'content-type': type };
    expect(headersBack(headers, KEY).get('content-type')).toBe('text/plain; charset=utf-8');
  });
});

describe('other headers', () => {
  test.each([
    ['date', 'Sun, 06 Nov 1994 08:49:37 GMT'],
    ['retry-after', '7'],
    ['x-request-id', 'req ~!'],
    ['x-ratelimit-limit', '600'],
    ['x-ratelimit-remaining-tokens-1', '0'],
    [`x-ratelimit-${'x'.repeat(64)}`, '1'],
    ['x-request-id', 'x'.repeat(1_024)],
  ])('%s comes back', (name, value) => {
    const back = headersBack({ [name]: value }, KEY);
    expect([...back]).toEqual(
      [
        ['content-type', 'text/plain; charset=utf-8'],
        [name, value],
      ].toSorted(([left = ''], [right = '']) => (left < right ? -1 : 1)),
    );
  });

  test.each([
    ['set-cookie', ['a=b']],
    ['x-request-id', ['a', 'b']],
    ['server', 'nginx'],
    ['location', 'https://evil.example'],
    ['content-length', '5'],
    ['content-security-policy', 'default-src *'],
    ['access-control-allow-origin', '*'],
    ['x-date', 'x'],
    ['date-x', 'x'],
    ['retry-after-ms', '7'],
    ['x-request-id2', 'x'],
    ['x-ratelimit-', '1'],
    ['x-ratelimit-a_b', '1'],
    ['a-x-ratelimit-limit', '1'],
    [`x-ratelimit-${'x'.repeat(65)}`, '1'],
    ['x-request-id', 'gr\u00fcn'],
    ['x-request-id', 'a\tb'],
    ['x-request-id', 'a\u007f'],
    ['x-request-id', '\u00fc then plain'],
    ['x-request-id', 'x'.repeat(1_025)],
    ['x-request-id', `for ${KEY}`],
    ['x-request-id', KEY.toUpperCase()],
    [`x-ratelimit-${KEY}`, '1'],
  ])('%s: %j stays behind', (name, value) => {
    expect([...headersBack({ [name]: value }, KEY)]).toEqual([['content-type', 'text/plain; charset=utf-8']]);
  });

  test('one that stays behind keeps none back after it', () => {
    const back = headersBack({ server: 'x', 'x-request-id': KEY, 'retry-after': '7' }, KEY);
    expect([...back.keys()]).toEqual(['content-type', 'retry-after']);
  });
});

test('a key too short to be a secret leaves the headers of an answer alone', () => {
  const asked = { 'content-type': 'application/json', 'x-request-id': 'json' };
  for (const key of ['a', 'request', null]) {
    const back = headersBack(asked, key);
    expect([back.get('content-type'), back.get('x-request-id')]).toEqual(['application/json', 'json']);
  }
  // Eight letters are a secret.
  expect(headersBack({ 'x-request-id': 'eight123' }, 'eight123').has('x-request-id')).toBe(false);
});
