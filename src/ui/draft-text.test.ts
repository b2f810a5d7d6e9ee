// No key is lost between a field and the address that answers late.
import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { receiveValue, typeDraft, type Draft } from './draft-text.ts';

function meant(text: string): number | null {
  return text === '' || text === '1' ? null : Number(text);
}

/** Types digits; the address answers after `late` further keys. A `1` alone is the default, which it writes as null. */
function typeKeys(keys: string, late: readonly number[]): string {
  let draft: Draft<number | null> = { text: '', told: [], value: null };
  const sent: { readonly value: number | null; readonly at: number }[] = [];
  const answer = (now: number) => {
    while (sent[0] !== undefined && sent[0].at <= now) {
      const { value } = sent.shift() ?? { value: null };
      if (value !== draft.value) draft = receiveValue(draft, value, String(value ?? ''));
    }
  };
  for (const [index, key] of Array.from(keys).entries()) {
    answer(index);
    const text = draft.text + key;
    draft = typeDraft(draft, text, meant(text));
    sent.push({ value: meant(text), at: index + (late[index] ?? 0) });
  }
  answer(Infinity);
  return draft.text;
}

test.each(['16', '100', '199', '89', '1000'])('%s typed key by key stays', (keys) => {
  for (const late of [0, 1, 2]) expect(typeKeys(keys, Array(keys.length).fill(late))).toBe(keys);
});

test('whatever is typed stays, however late the address answers', () => {
  const digits = array(constantFrom('0', '1', '2', '8', '9'), { minLength: 1, maxLength: 12 });
  assert(
    property(digits, array(constantFrom(0, 1, 2, 3)), (keys, late) => {
      expect(typeKeys(keys.join(''), late)).toBe(keys.join(''));
    }),
  );
});

test('a value from elsewhere replaces the text', () => {
  const typed = typeDraft<number | null>({ text: '', told: [], value: null }, '12', 12);
  const answered = receiveValue(typed, 12, '12');
  expect(receiveValue(answered, 7, '7')).toEqual({ text: '7', told: [], value: 7 });
  expect(receiveValue(typed, 7, '7').text).toBe('7');
});

test('the text stays as it was typed where the value is written otherwise', () => {
  const typed = typeDraft<number | null>({ text: '', told: [], value: null }, '1,000', 1000);
  expect(receiveValue(typed, 1000, '1000').text).toBe('1,000');
});
