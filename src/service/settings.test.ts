import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const secret = 'a secret of some length'.replaceAll(' ', '-');

test('without any variable the service is reachable from this machine only', () => {
  expect(readSettings({})).toEqual({
    port: 4173,
    host: '127.0.0.1',
    home: join(homedir(), '.inferdeck'),
    token: null,
    pace: 100,
    connect: [],
    origins: [],
    pageAccess: 'same-origin',
    trustedProxies: [],
    upstream: null,
    faults: false,
    sample: true,
    log: false,
  });
});

test('an empty variable counts as unset', () => {
  expect(readSettings({ PORT: '', HOST: '', INFERDECK_TOKEN: '', INFERDECK_PACE: '' })).toEqual(
    readSettings({}),
  );
});

test('every variable is read', () => {
  const settings = readSettings({
    PORT: '0',
    HOST: '[::1]',
    INFERDECK_HOME: '/srv/deck',
    INFERDECK_TOKEN: 'abc',
    INFERDECK_PACE: 'off',
    INFERDECK_CONNECT: 'https://api.example.com, http://10.0.0.1:8000,',
    INFERDECK_PROXIES: '10.0.0.2, fd00::/8',
    INFERDECK_LOG: 'on',
  });
  expect(settings).toMatchObject({
    port: 0,
    host: '::1',
    home: '/srv/deck',
    token: 'abc',
    pace: null,
    connect: ['https://api.example.com', 'http://10.0.0.1:8000'],
    pageAccess: 'same-origin',
    trustedProxies: ['10.0.0.2', 'fd00::/8'],
    log: true,
  });
});

describe('a service that others can reach requires a secret', () => {
  test.each(['0.0.0.0', '::', '192.168.1.5', 'deck.local', '128.0.0.1'])('HOST=%s', (HOST) => {
    expect(() => readSettings({ HOST })).toThrow(/INFERDECK_TOKEN/u);
    expect(() => readSettings({ HOST, INFERDECK_TOKEN: 'short' })).toThrow(/16 characters/u);
    expect(readSettings({ HOST, INFERDECK_TOKEN: secret }).pageAccess).toBe('sign-in');
  });

  test('a host name, which a proxy may publish', () => {
    const INFERDECK_ORIGINS = 'https://deck.example.org';
    expect(() => readSettings({ INFERDECK_ORIGINS })).toThrow(/INFERDECK_TOKEN/u);
    expect(readSettings({ INFERDECK_ORIGINS, INFERDECK_TOKEN: secret })).toMatchObject({
      origins: [INFERDECK_ORIGINS],
      pageAccess: 'sign-in',
    });
  });
});

describe('a hosted service', () => {
  const INFERDECK_UPSTREAM = 'https://api.example.com/v1';

  test('is read with its key, or without one', () => {
    expect(readSettings({ INFERDECK_UPSTREAM, INFERDECK_API_KEY: 'sk-1' }).upstream).toMatchObject({
      origin: 'https://api.example.com',
      basePath: '/v1',
      key: 'sk-1',
    });
    expect(readSettings({ INFERDECK_UPSTREAM }).upstream).toMatchObject({ key: null });
  });

  test.each([
    [{ INFERDECK_API_KEY: 'sk-secret' }, /^INFERDECK_API_KEY is for a hosted service/u],
    [{ INFERDECK_UPSTREAM, INFERDECK_API_KEY: 'sk-secret x' }, /^INFERDECK_API_KEY must consist of/u],
    [{ INFERDECK_UPSTREAM, INFERDECK_API_KEY: 'sk-secret\r\nx: y' }, /^INFERDECK_API_KEY must consist of/u],
    [
      { INFERDECK_UPSTREAM: 'http://api.example.com/v1', INFERDECK_API_KEY: 'sk-secret' },
      /^INFERDECK_UPSTREAM must/u,
    ],
    [{ INFERDECK_UPSTREAM: 'https://a:sk-secret@example.com/v1' }, /^INFERDECK_UPSTREAM must/u],
    [{ INFERDECK_UPSTREAM, INFERDECK_FAULTS: 'on' }, /^INFERDECK_FAULTS/u],
    [{ INFERDECK_FAULTS: 'yes' }, /^INFERDECK_FAULTS must be on or off/u],
    [{ INFERDECK_LOG: '1' }, /^INFERDECK_LOG must be on or off/u],
  ])('%j is refused without showing a key', (env, sentence) => {
    expect(() => readSettings(env)).toThrow(sentence);
    expect(() => readSettings(env)).not.toThrow('sk-secret');
  });
});

test.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80x'],
  ['PORT', '0x50'],
  ['PORT', '4173.5'],
  ['HOST', 'http://127.0.0.1'],
  ['HOST', '127.0.0.1:80'],
  ['HOST', '300.1.1.1'],
  ['HOST', 'a b'],
  ['INFERDECK_PACE', '0'],
  ['INFERDECK_PACE', '-5'],
  ['INFERDECK_PACE', 'fast'],
  ['INFERDECK_PACE', '1e9'],
  ['INFERDECK_CONNECT', 'https://api.example.com/v1'],
  ['INFERDECK_CONNECT', 'api.example.com'],
  ['INFERDECK_CONNECT', 'https://*.example.com'],
  ['INFERDECK_CONNECT', 'https:'],
  ['INFERDECK_CONNECT', 'ftp://example.com'],
  ['INFERDECK_CONNECT', 'https://user@example.com'],
  ['INFERDECK_CONNECT', "https://example.com; script-src 'unsafe-inline'"],
  ['INFERDECK_ORIGINS', 'deck.example.org'],
  ['INFERDECK_PROXIES', 'proxy.example.org'],
  ['INFERDECK_PROXIES', '10.0.0.0/33'],
  ['INFERDECK_PROXIES', '10.0.0.0/8/8'],
  ['INFERDECK_PROXIES', '10.0.0.0/'],
  ['INFERDECK_SAMPLE', 'no'],
])('%s=%j is refused with a message that names both', (name, value) => {
  const env = { INFERDECK_TOKEN: secret, [name]: value };
  expect(() => readSettings(env)).toThrow(name);
  expect(() => readSettings(env)).toThrow(JSON.stringify(value));
});

test('a token that no header can carry is refused without showing it', () => {
  expect(() => readSettings({ INFERDECK_TOKEN: 'pass word' })).toThrow(/^(?!.*pass word).*INFERDECK_TOKEN/u);
});
