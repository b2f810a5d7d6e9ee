// Token storage of a tab: opt-in, per address, as little as possible.
import { expect, test, vi } from 'vitest';
import { activeConnection, serverId } from './profiles.ts';
import {
  chooseConnection,
  currentConnection,
  forgetConnection,
  isGone,
  noteUpstream,
  readTabTokens,
  useConnections,
  writeTabTokens,
} from './store.ts';
import { keepConnection, tokenTail } from './profile-entries.ts';

function storageWith(entry: string | null) {
  let text = entry;
  const storage: Storage = {
    length: 0,
    key: () => null,
    clear: () => undefined,
    getItem: () => text,
    removeItem: () => void (text = null),
    setItem: (_, value) => void (text = value),
  };
  return { text: () => text, storage: () => storage };
}

function blocked(): Storage {
  throw new DOMException('denied', 'SecurityError');
}

const lab = { id: 'a1', name: 'Lab', baseUrl: 'https://lab.example/v1' };
const held = { token: 'secret-of-the-lab', baseUrl: lab.baseUrl, isRemembered: true };

test('only a token that may be remembered is stored', () => {
  const { text, storage } = storageWith(null);
  writeTabTokens({ a1: { ...held, isRemembered: false } }, storage);
  expect(text()).toBeNull();
  writeTabTokens({ a1: held }, storage);
  expect(readTabTokens([lab], storage)).toEqual({ a1: held });
});

test('opting out deletes the stored token', () => {
  const { text, storage } = storageWith(JSON.stringify({ a1: { token: 'x', baseUrl: lab.baseUrl } }));
  writeTabTokens({ a1: { ...held, isRemembered: false } }, storage);
  expect(text()).toBeNull();
});

test('a token of another address or of an unknown profile is not read', () => {
  const { storage } = storageWith(null);
  writeTabTokens({ a1: held }, storage);
  expect(readTabTokens([{ ...lab, baseUrl: 'https://elsewhere.example/v1' }], storage)).toEqual({});
  expect(readTabTokens([], storage)).toEqual({});
});

test.each(['{', '[]', '{"a1":{"token":5}}'])('an unreadable entry %s is deleted', (entry) => {
  const { text, storage } = storageWith(entry);
  expect(readTabTokens([lab], storage)).toEqual({});
  expect(text()).toBeNull();
});

test('a tab whose storage throws remembers nothing', () => {
  writeTabTokens({ a1: held }, blocked);
  expect(readTabTokens([lab], blocked)).toEqual({});
});

test('at most the last four characters of a token are shown, and none of a short one', () => {
  expect(tokenTail('0123456789abcdef')).toBe('…cdef');
  expect(tokenTail('short-secret')).toBe('…');
});

const idNow = () => activeConnection(useConnections.getState(), 'http://127.0.0.1:4173').id;

test('what one service answered does not count for another that the server is restarted with', () => {
  const first = idNow();
  for (const upstream of ['', '']) noteUpstream(`${serverId}.0`, upstream);
  expect(idNow()).toBe(first);
  noteUpstream(idNow(), 'api.example');
  const second = idNow();
  expect(second).not.toBe(first);
  noteUpstream(second, 'api.example');
  expect(idNow()).toBe(second);
});

const inUse = () => currentConnection(useConnections.getState());

test('a connection is gone once forgotten, at another address, or with another service behind the server', () => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:4173' });
  noteUpstream(inUse().id, 'one.example');
  const server = inUse();
  noteUpstream(server.id, 'two.example');
  expect(isGone(server)).toBe(true);
  expect(server.serviceKey()).toBe('server one.example');
  expect(isGone(inUse())).toBe(false);

  const draft = { ...lab, isRemembered: false };
  keepConnection(draft);
  const direct = inUse();
  keepConnection({ ...draft, name: 'Laboratory', token: 'a-new-token-1234567' });
  expect(isGone(direct)).toBe(false);
  keepConnection({ ...draft, baseUrl: 'https://lab.example/v2' });
  expect(isGone(direct)).toBe(true);
  keepConnection(draft);
  expect(isGone(direct)).toBe(false);
  forgetConnection(lab.id);
  expect(isGone(direct)).toBe(true);
  vi.unstubAllGlobals();
});

test('what is known of a connection stays while another is in use', () => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:4173' });
  keepConnection({ ...lab, isRemembered: false });
  const direct = inUse();
  chooseConnection(serverId);
  const server = inUse();
  chooseConnection(lab.id);
  expect(inUse()).toBe(direct);
  chooseConnection(serverId);
  expect(inUse()).toBe(server);
  vi.unstubAllGlobals();
});
