// Profiles: a token stays with its address and is not stored.
import { expect, test } from 'vitest';
import { keptProfiles, parseKept } from './store.ts';
import { saveProfile } from './profile-entries.ts';
import {
  activeConnection,
  activeProfile,
  adoptProfiles,
  connectionName,
  liveConnectionIds,
  noteRefusal,
  removeProfile,
  renewProfile,
  serverId,
  type Profiles,
} from './profiles.ts';

const origin = 'http://127.0.0.1:4173';
const none: Profiles = { profiles: [], activeId: serverId, tokens: {}, revisions: {}, refused: [] };
const draft = { id: 'a1', name: 'Lab', baseUrl: 'https://lab.example/v1', isRemembered: false };
const lab = saveProfile(none, { ...draft, token: 'secret-of-the-lab' });

const idOf = (state: Profiles): string => activeConnection(state, origin).id;
const keyOf = (state: Profiles, upstream?: string) =>
  activeConnection(state, origin, () => upstream).serviceKey();

function idAfter(change: Partial<typeof draft> & { token?: string | null }): string {
  return idOf(saveProfile(lab, { ...draft, ...change }));
}

test('by default the page uses its own server and holds no token', () => {
  expect(activeConnection(none, origin)).toMatchObject({ baseUrl: `${origin}/v1`, token: null });
});

test('a saved profile is used at once, with its token', () => {
  expect(activeConnection(lab, origin)).toMatchObject({
    baseUrl: draft.baseUrl,
    token: 'secret-of-the-lab',
  });
});

test('another address drops the token', () => {
  const moved = saveProfile(lab, { ...draft, baseUrl: 'https://elsewhere.example/v1' });
  expect(moved.tokens).toEqual({});
  expect(activeConnection(moved, origin).token).toBeNull();
});

test('an address changed back does not restore the token', () => {
  const moved = saveProfile(lab, { ...draft, baseUrl: 'https://elsewhere.example/v1' });
  expect(activeConnection(saveProfile(moved, draft), origin).token).toBeNull();
});

test('a new address or token starts a new cache, and a new name keeps it', () => {
  expect(idAfter({ name: 'Laboratory' })).toBe(idOf(lab));
  for (const change of [{ token: 'another-secret' }, { token: null }, { baseUrl: 'https://lab.example/v2' }])
    expect(idAfter(change)).not.toBe(idOf(lab));
});

test('answers for an old address or token no longer count as live', () => {
  const changed = saveProfile(lab, { ...draft, token: 'another-secret' });
  expect(liveConnectionIds(lab)).toEqual([idOf(none), idOf(lab)]);
  expect(liveConnectionIds(changed)).toEqual([idOf(none), idOf(changed)]);
  expect(liveConnectionIds(removeProfile(lab, 'a1'))).toEqual([idOf(none)]);
});

test('a connection id never reveals the token', () => {
  expect(activeConnection(lab, origin).id).not.toContain('secret');
});

test('deleting a profile deletes its token and switches to the server', () => {
  const left = removeProfile(lab, 'a1');
  expect(left.tokens).toEqual({});
  expect(activeProfile(left, origin).id).toBe(serverId);
});

test('a profile kept again takes its old place', () => {
  const three = ['b2', 'c3'].reduce((state, id) => saveProfile(state, { ...draft, id }), lab);
  const again = saveProfile(removeProfile(three, 'b2'), { ...draft, id: 'b2' }, 1);
  expect(again.profiles.map(({ id }) => id)).toEqual(['a1', 'b2', 'c3']);
});

test('a refusal lasts until the credentials change', () => {
  const refused = noteRefusal(lab, idOf(lab), true);
  expect(refused.refused).toContain(activeConnection(refused, origin).id);
  const typed = saveProfile(refused, { ...draft, token: 'the-right-one' });
  expect(typed.refused).not.toContain(activeConnection(typed, origin).id);
  expect(noteRefusal(refused, idOf(lab), true)).toBe(refused);
  expect(noteRefusal(refused, idOf(lab), false).refused).toEqual([]);
});

test('a refused connection that is saved again unchanged is asked again', () => {
  const refused = noteRefusal(lab, idOf(lab), true);
  const saved = saveProfile(refused, draft);
  expect(saved.refused).not.toContain(idOf(saved));
  expect(activeConnection(saved, origin).token).toBe('secret-of-the-lab');
});

test('a sign-in resets the state of the server', () => {
  const refused = noteRefusal(none, idOf(none), true);
  const renewed = renewProfile(refused, serverId);
  expect(renewed.refused).not.toContain(activeConnection(renewed, origin).id);
});

test('an address changed in another tab does not carry the token over', () => {
  const there = { id: draft.id, name: draft.name, baseUrl: 'https://elsewhere.example/v1' };
  const adopted = adoptProfiles(lab, [there]);
  expect(activeConnection(adopted, origin)).toMatchObject({ baseUrl: there.baseUrl, token: null });
  expect(idOf(adopted)).not.toBe(idOf(lab));
});

test('a profile deleted in another tab is no longer used here', () => {
  expect(activeProfile(adoptProfiles(lab, []), origin).id).toBe(serverId);
});

test('only id, name and address are read back, and a bad entry is refused entirely', () => {
  const stored = { activeId: 'a1', profiles: [{ ...draft, token: 'x' }] };
  const { isRemembered: _, ...profile } = draft;
  expect(parseKept(stored)).toEqual({ activeId: 'a1', profiles: [profile] });
  for (const bad of [
    null,
    { activeId: 'a1' },
    { activeId: 'a1', profiles: [{ ...profile, baseUrl: 'javascript:alert(1)' }] },
    { activeId: '__proto__', profiles: [] },
  ])
    expect(parseKept(bad)).toBeNull();
});

test('blocked storage leaves the connections in memory', () => {
  const kept = keptProfiles(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  kept.write({ activeId: 'a1', profiles: [] });
  expect(kept.read()).toEqual({ activeId: 'a1', profiles: [] });
});

test('a forgotten connection is not named as this server', () => {
  expect(connectionName([{ id: 'a1', name: 'Lab' }], 'a1.2')).toBe('Lab');
  expect(connectionName([], 'a1.2')).toBe('a forgotten connection');
  expect(connectionName([], 'server.1')).toBe('This server');
});

test('stored data belongs to the profile and its address, whatever happens to the token', () => {
  const reloaded = { ...lab, tokens: {}, revisions: {} };
  const typed = saveProfile(reloaded, { ...draft, token: 'typed again' });
  expect(idOf(typed)).not.toBe(idOf(reloaded));
  expect(keyOf(typed)).toBe(keyOf(reloaded));
  const moved = saveProfile(lab, { ...draft, baseUrl: 'https://elsewhere.example/v1' });
  expect(keyOf({ ...moved, revisions: {} })).not.toBe(keyOf(reloaded));
  expect(keyOf(renewProfile(none, serverId))).toBe(keyOf(none));
  expect(keyOf(none, 'api.example')).not.toBe(keyOf(none));
  expect(keyOf(none, 'api.example')).not.toBe(keyOf(none, 'other.example'));
});
