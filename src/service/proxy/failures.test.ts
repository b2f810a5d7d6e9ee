import { expect, test } from 'vitest';
import {
  breakOff,
  ClientLeft,
  Closing,
  codeOf,
  keyRefused,
  malformed,
  redirected,
  refusalFor,
  UpstreamTimeout,
} from './failures.ts';

const HOST = 'api.example.com';

function coded(code: unknown): Error {
  return Object.assign(new Error('a secret of the inside'), { code });
}

test.each([
  ['the service is slow', () => refusalFor(new UpstreamTimeout(), HOST), 504, 'upstream_timeout'],
  ['the client is gone', () => refusalFor(new ClientLeft(), HOST), 408, 'client_left'],
  ['this service stops', () => refusalFor(new Closing(), HOST), 503, 'shutting_down'],
  ['nobody is there', () => refusalFor(coded('ECONNREFUSED'), HOST), 502, 'upstream_unreachable'],
  ['it is not known why', () => refusalFor('odd', HOST), 502, 'upstream_unreachable'],
  ['it is not HTTP', () => refusalFor(coded('HPE_INVALID_CONSTANT'), HOST), 502, 'upstream_malformed'],
  ['it falls silent', () => breakOff(new UpstreamTimeout(), HOST), 504, 'upstream_timeout'],
  ['this service stops midway', () => breakOff(new Closing(), HOST), 503, 'shutting_down'],
  ['it breaks off', () => breakOff(coded('ECONNRESET'), HOST), 502, 'upstream_cut'],
  ['it is odd', () => malformed(HOST, 'odd'), 502, 'upstream_malformed'],
  ['it leads elsewhere', () => redirected(HOST), 502, 'upstream_redirect'],
  ['it refuses the key', () => keyRefused(HOST, true), 502, 'upstream_key_refused'],
  ['it wants a key', () => keyRefused(HOST, false), 502, 'upstream_key_refused'],
])('when %s', (_name, refuse, status, code) => {
  const refusal = refuse();
  expect(refusal.status).toBe(status);
  expect(refusal.details.code).toBe(code);
  expect(refusal.message).toMatch(/^[A-Za-z].{10,}\.$/u);
  expect(refusal.message).not.toContain('inside');
  // The hosted service is named where the fault is there.
  expect(refusal.message.includes(HOST)).toBe(status === 502 || status === 504);
});

test('the system’s word is said where there is one', () => {
  expect(refusalFor(coded('ECONNREFUSED'), HOST).message).toContain('(ECONNREFUSED)');
  expect(refusalFor(coded('HPE_INVALID_CONSTANT'), HOST).message).toContain('(HPE_INVALID_CONSTANT)');
  expect(refusalFor(new Error('x'), HOST).message).toBe('No answer came from api.example.com.');
  // A word of a parser, not one that only holds its beginning.
  expect(refusalFor(coded('X_HPE_ODD'), HOST).details.code).toBe('upstream_unreachable');
});

test('whoever starts the server is told which setting is wrong', () => {
  expect(redirected(HOST).message).toContain('INFERDECK_UPSTREAM');
  expect(keyRefused(HOST, true).message).toMatch(/Check INFERDECK_API_KEY/u);
  expect(keyRefused(HOST, false).message).toMatch(/Start this server with INFERDECK_API_KEY/u);
});

test.each(['ECONNRESET', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'E2BIG', 'ABC', `E${'X'.repeat(60)}`])(
  '%s is a word of the system',
  (code) => {
    expect(codeOf(coded(code))).toBe(code);
  },
);

test.each([
  'econnreset',
  'E',
  'EA',
  '1ABC',
  'ABC secret',
  'secret ABC',
  'secretABC',
  'E-X',
  '',
  `E${'X'.repeat(61)}`,
  5,
  null,
  undefined,
])('%j is none, and could be anything', (code) => {
  expect(codeOf(coded(code))).toBeNull();
});

test('what is no error has no word', () => {
  for (const error of [null, undefined, 'ECONNRESET', { code: 'ECONNRESET' }, new Error('ECONNRESET')])
    expect(codeOf(error)).toBeNull();
});
