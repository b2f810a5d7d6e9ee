import { expect, test } from 'vitest';
import {
  streamError,
  ClientLeft,
  Closing,
  codeOf,
  keyRefused,
  malformed,
  redirected,
  exchangeError,
  UpstreamTimeout,
} from './exchange.ts';

const host = 'api.example.com';

function coded(code: unknown): Error {
  return Object.assign(new Error('a secret of the inside'), { code });
}

test.each([
  ['the service is slow', () => exchangeError(new UpstreamTimeout(), host), 504, 'upstream_timeout'],
  ['the client is gone', () => exchangeError(new ClientLeft(), host), 408, 'client_left'],
  ['this service stops', () => exchangeError(new Closing(), host), 503, 'shutting_down'],
  ['nobody is there', () => exchangeError(coded('ECONNREFUSED'), host), 502, 'upstream_not_reached'],
  ['its name is unknown', () => exchangeError(coded('ENOTFOUND'), host), 502, 'upstream_not_reached'],
  ['it hangs up', () => exchangeError(coded('ECONNRESET'), host), 502, 'upstream_unreachable'],
  ['it is not known why', () => exchangeError('odd', host), 502, 'upstream_unreachable'],
  ['it is not HTTP', () => exchangeError(coded('HPE_INVALID_CONSTANT'), host), 502, 'upstream_malformed'],
  ['it falls silent', () => streamError(new UpstreamTimeout(), host), 504, 'upstream_timeout'],
  ['this service stops midway', () => streamError(new Closing(), host), 503, 'shutting_down'],
  ['it breaks off', () => streamError(coded('ECONNRESET'), host), 502, 'upstream_cut'],
  ['it is odd', () => malformed(host, 'odd'), 502, 'upstream_malformed'],
  ['it leads elsewhere', () => redirected(host), 502, 'upstream_redirect'],
  ['it refuses the key', () => keyRefused(host, true), 502, 'upstream_key_refused'],
  ['it wants a key', () => keyRefused(host, false), 502, 'upstream_key_refused'],
])('when %s', (_name, refuse, status, code) => {
  const refusal = refuse();
  expect(refusal.status).toBe(status);
  expect(refusal.details.code).toBe(code);
  expect(refusal.message).toMatch(/^[A-Za-z].{10,}\.$/u);
  expect(refusal.message).not.toContain('inside');
  // The hosted service is named when the fault is on its side.
  expect(refusal.message.includes(host)).toBe(status === 502 || status === 504);
});

test('the error code of the system is given where there is one', () => {
  expect(exchangeError(coded('ECONNREFUSED'), host).message).toContain('(ECONNREFUSED)');
  expect(exchangeError(coded('HPE_INVALID_CONSTANT'), host).message).toContain('(HPE_INVALID_CONSTANT)');
  expect(exchangeError(new Error('x'), host).message).toBe('No answer came from api.example.com.');
  // A code of the parser, not one that merely starts like it.
  expect(exchangeError(coded('X_HPE_ODD'), host).details.code).toBe('upstream_unreachable');
});

test.each([
  ['ENOTFOUND', /INFERDECK_UPSTREAM/u],
  ['EPROTO', /http, not https.*INFERDECK_UPSTREAM/u],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /NODE_EXTRA_CA_CERTS/u],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /NODE_EXTRA_CA_CERTS/u],
  ['ECONNRESET', /\(ECONNRESET\)\.$/u],
])('%s says what to do about it', (code, words) => {
  expect(exchangeError(coded(code), host).message).toMatch(words);
});

test('the start fails with the name of the wrong setting', () => {
  expect(redirected(host).message).toContain('INFERDECK_UPSTREAM');
  expect(keyRefused(host, true).message).toMatch(/Check INFERDECK_API_KEY/u);
  expect(keyRefused(host, false).message).toMatch(/Start this server with INFERDECK_API_KEY/u);
});

test.each(['ECONNRESET', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'E2BIG', 'ABC', `E${'X'.repeat(60)}`])(
  '%s is an error code of the system',
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
])('%j is not an error code', (code) => {
  expect(codeOf(coded(code))).toBeNull();
});

test('a value that is not an error has no code', () => {
  for (const error of [null, undefined, 'ECONNRESET', { code: 'ECONNRESET' }, new Error('ECONNRESET')])
    expect(codeOf(error)).toBeNull();
});
