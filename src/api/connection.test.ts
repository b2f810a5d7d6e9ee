import { expect, test } from 'vitest';
import { checkToken } from './connection.ts';

test.each([' key-1 ', '\u{feff}key-1', 'key-1\n', '\tkey-1'])('a token is trimmed: %j', (typed) => {
  expect(checkToken(typed)).toEqual({ ok: true, value: 'key-1' });
});

test.each(['Bearer key-1', 'bearer  key-1', 'Authorization: Bearer key-1 '])(
  'a token is taken out of its header: %j',
  (typed) => {
    expect(checkToken(typed)).toEqual({ ok: true, value: 'key-1' });
  },
);

test('a token may begin like the word of a header', () => {
  expect(checkToken('bearer-1')).toEqual({ ok: true, value: 'bearer-1' });
});

test.each([
  '',
  '  ',
  'se\ncret',
  'se\rcret',
  'se cret',
  'se\u{0}cret',
  'sécret\u{2028}x',
  'secr€t',
  'se\u{feff}cret',
  'secret\u{1f642}',
])('a token that no header can carry is refused without being shown: %j', (typed) => {
  const checked = checkToken(typed);
  expect(checked.ok).toBe(false);
  expect(JSON.stringify(checked)).not.toMatch(/cr.?t/i);
});

test('Latin-1 passes, as headers carry it', () => {
  expect(checkToken('clé')).toEqual({ ok: true, value: 'clé' });
});
