// Number parsing and typed drafts.
import { assert, double, integer, property, array, constantFrom } from 'fast-check';
import { expect, test } from 'vitest';
import {
  isWithin,
  numberProblem,
  parseNumber,
  parseWithUnit,
  stepNumber,
  receiveValue,
  typeDraft,
  type Draft,
} from './number-text.ts';

test('an empty field is null, half a number is not a number yet', () => {
  expect(parseNumber(' ')).toBeNull();
  for (const text of ['-', '1e', '.', 'x', '1 2', '0x10', 'Infinity', '1e999'])
    expect(parseNumber(text)).toBeUndefined();
});

test.each([
  ['1,000', 1000],
  ['60,000', 60_000],
  ['10,000,000', 10_000_000],
  ['12,345.6', 12_345.6],
  ['12 000', 12_000],
  ['12\u202F000', 12_000],
  ['12_000', 12_000],
  ['0,8', 0.8],
  ['−0,125', -0.125],
  ['−2', -2],
  ['-0', 0],
  ['+2', 2],
  ['128K', 128_000],
  ['1.1k', 1100],
  ['2.5 M', 2_500_000],
  ['1,500M', 1_500_000_000],
])('%s is %d', (text, value) => expect(parseNumber(text)).toBe(value));

test('K is 1,024 where the page shows it that way', () => {
  expect(parseNumber('128K', 1024)).toBe(131_072);
  expect(parseNumber('1M', 1024)).toBe(1_048_576);
});

test.each(['1,5', '1,50', '12,5000', '1,0000', '1,000,00', '1,000 000', '0,1,2', ',', '1,', 'K', '5KK'])(
  '%s is ambiguous or meaningless and is not read',
  (text) => expect(parseNumber(text)).toBeUndefined(),
);

test('12.000 may be twelve thousand and is not read, 0.000, 12.0 and 2.0005 are', () => {
  for (const text of ['12.000', '1.000', '-1.000', '1.000K', '1.000.000'])
    expect(parseNumber(text)).toBeUndefined();
  expect(['0.000', '12.0', '12.00', '1234.000', '2.0005', '0.7'].map((text) => parseNumber(text))).toEqual([
    0, 12, 12, 1234, 2.0005, 0.7,
  ]);
  expect(numberProblem('12.000', { min: 0, unit: 'a day' })).toMatch(/^a comma separates thousands/);
  expect(numberProblem('$12.000', { unit: '$/month' })).toMatch(/^a comma separates thousands/);
  expect(numberProblem('12.000', { min: 1, isWhole: true })).toBe('a whole number from 1.');
});

test('typed key by key, a number with commas is never read as a smaller one', () => {
  const typed = '12,000';
  const read = Array.from(typed, (_, at) => parseNumber(typed.slice(0, at + 1)));
  expect(read).toEqual([1, 12, undefined, undefined, undefined, 12_000]);
});

test('an error names its cause: a comma, a word, a number out of range', () => {
  expect(numberProblem('1,5', {})).toBe(
    'a comma separates thousands, as in 12,000; write decimals with a point, as in 12.5.',
  );
  expect(numberProblem('1,5K', {})).toMatch(/^a comma separates thousands/);
  // Its comma is right.
  expect(numberProblem('59,722 tokens/min', { unit: 'in + out' })).toBe(
    '“59,722 tokens/min” is not a number.',
  );
  expect(numberProblem(' many ', {})).toBe('“many” is not a number.');
  expect(numberProblem('0', { min: 1, max: 1e9 })).toBe('a number from 1 to 1,000,000,000.');
  for (const text of ['1.5', '1,5'])
    expect(numberProblem(text, { min: 1, isWhole: true })).toBe('a whole number from 1.');
  expect(numberProblem('', { min: 1 })).toBeNull();
  expect(numberProblem('1', { min: 1, isWhole: true })).toBeNull();
});

test.each([
  ['50%', '% of the time', 50],
  ['50 %', '%', 50],
  ['$5,000', '$/month', 5_000],
  ['80 GB', 'GB', 80],
  ['$5,000/month', '$/month', 5_000],
  ['$0.80 /h', '$/h', 0.8],
  ['1,800 tokens a request', 'tokens a request', 1_800],
  ['350 tokens', 'tokens a request', 350],
  ['40K a day', 'a day', 40_000],
  ['$/month', '$/month', null],
  ['%', '%', null],
  ['50%', '$/month', undefined],
  ['5%0', '%', undefined],
  ['50%', undefined, undefined],
])('%s in a field in %s is %s', (text, unit, value) => expect(parseWithUnit(text, { unit })).toBe(value));

test('every number printed by JavaScript reads back as itself', () => {
  assert(
    property(double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(parseNumber(String(value))).toBe(Object.is(value, -0) ? 0 : value);
    }),
  );
});

test('steps stay on the grid of decimals', () => {
  expect(stepNumber(0.1, 2, { step: 0.1 })).toBe(0.3);
  expect(stepNumber(0.7, 1, { step: 0.1, max: 1 })).toBe(0.8);
  expect(stepNumber(0.123, 1, { step: 0.1 })).toBe(0.223);
});

test('the first step from an empty field is the lower limit', () => {
  expect(stepNumber(null, 1, { min: 1, max: 9 })).toBe(1);
  expect(stepNumber(null, -1, {})).toBe(0);
});

test('stepping never leaves the limits', () => {
  const within = integer({ min: -50, max: 50 });
  assert(
    property(within, within, (value, steps) => {
      expect(isWithin(stepNumber(value, steps, { min: -50, max: 50 }), { min: -50, max: 50 })).toBe(true);
    }),
  );
});

function meant(text: string): number | null {
  return text === '' || text === '1' ? null : Number(text);
}

/** The URL answers after `late` further keys. A `1` alone is the default, which it writes as null. */
function typeKeys(keys: string, late: readonly number[]): string {
  let draft: Draft<number | null> = { text: '', sent: [], value: null };
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

test('typed text stays, however late the address updates', () => {
  const digits = array(constantFrom('0', '1', '2', '8', '9'), { minLength: 1, maxLength: 12 });
  assert(
    property(digits, array(constantFrom(0, 1, 2, 3)), (keys, late) => {
      expect(typeKeys(keys.join(''), late)).toBe(keys.join(''));
    }),
  );
});

test('a value from elsewhere replaces the text', () => {
  const typed = typeDraft<number | null>({ text: '', sent: [], value: null }, '12', 12);
  const answered = receiveValue(typed, 12, '12');
  expect(receiveValue(answered, 7, '7')).toEqual({ text: '7', sent: [], value: 7 });
  expect(receiveValue(typed, 7, '7').text).toBe('7');
});

test('the text stays as typed if the value is formatted differently', () => {
  const typed = typeDraft<number | null>({ text: '', sent: [], value: null }, '1,000', 1000);
  expect(receiveValue(typed, 1000, '1000').text).toBe('1,000');
});
