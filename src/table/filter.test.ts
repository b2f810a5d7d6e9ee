import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CellKind, CellValue } from './column.ts';
import { matcher, parseFilter } from './filter.ts';

function passes(text: string, kind: CellKind, value: CellValue): boolean {
  const parsed = parseFilter(text, { kind });
  if (!parsed.ok || !parsed.filter) throw new Error(parsed.ok ? 'nothing is typed' : parsed.error);
  return matcher(parsed.filter)(value);
}

test.each([
  ['8', [8], [7, 9, 80, 0]],
  ['>=8', [8, 9], [7, 0]],
  ['≥ 8', [8], [7]],
  ['>8', [9], [8]],
  ['<8', [7, 0, -1], [8]],
  ['<= 8', [8, 7], [9]],
  ['2..4 || >=10', [2, 3, 4, 10, 11], [1, 5, 9]],
  ['..60', [60, -5], [61]],
  ['48..', [48, 1e9], [47]],
  ['>2 && <4', [3], [2, 4]],
  ['!=8', [7, null, 'contact sales'], [8]],
  ['!= 2..4', [1, 5, undefined], [2, 3, 4]],
  ['131,072', [131_072], [131, 72]],
  ['−3', [-3], [3]],
  ['>=1.5K', [1500], [1499]],
  ['$0.5', [0.5], [5]],
  ['1e-6', [0.000001], [0]],
  ['empty', [null, undefined, NaN, ''], [0, 'contact sales']],
  ['!empty', [0, 'contact sales'], [null, undefined]],
  ['"contact sales"', ['contact sales'], [0, null, 'contact']],
  ['0', [0, -0], [null, undefined, '']],
])('among numbers, %s passes the right ones', (text, inside, outside) => {
  expect(inside.filter((value) => !passes(text, 'number', value))).toEqual([]);
  expect(outside.filter((value) => passes(text, 'number', value))).toEqual([]);
});

test('a part of a status begins a word', () => {
  const words = ['available', 'unavailable', 'not offered', null];
  const passing = (text: string) => words.filter((word) => passes(text, 'status', word));
  expect(passing('Avail')).toEqual(['available']);
  expect(passing('offered')).toEqual(['not offered']);
  expect(passing('!available')).toEqual(['unavailable', 'not offered', null]);
});

test('a day of a column with local days is the day of the clock', () => {
  const before = process.env['TZ'];
  process.env['TZ'] = 'Asia/Tokyo';
  const parsed = parseFilter('2026-11-27', { kind: 'date', isLocal: true });
  if (before === undefined) Reflect.deleteProperty(process.env, 'TZ');
  else process.env['TZ'] = before;
  if (!parsed.ok || !parsed.filter) throw new Error('not read');
  const times = ['2026-11-26T14:59Z', '2026-11-26T15:00Z', '2026-11-27T14:59Z', '2026-11-27T15:00Z'];
  expect(times.map((time) => Date.parse(time)).map(matcher(parsed.filter))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test.each(['50%', '50 %', '50'])('a column of percents is filtered by %s', (text) => {
  const parsed = parseFilter(`>=${text}`, { kind: 'number', unit: '%' });
  if (!parsed.ok || !parsed.filter) throw new Error('not read');
  expect([49.9, 50, 100].map(matcher(parsed.filter))).toEqual([false, true, true]);
});

test('a column that shows 131,072 as 128K is filtered by what it shows', () => {
  const parsed = parseFilter('>=128K', { kind: 'number', kilo: 1024 });
  const matches = matcher(parsed.ok ? (parsed.filter ?? []) : []);
  expect([131_072, 262_144, 131_071].map(matches)).toEqual([true, true, false]);
});

test.each([
  ['llama', ['meta/Llama-3', 'llama'], ['lama', null]],
  ['"llama"', ['llama'], ['Llama', 'llama 3', null]],
  ['=llama', ['llama'], ['llama 3']],
  ['!=llama', ['qwen', null], ['Llama-3']],
  ['!"llama"', ['llama 3', 'Llama'], ['llama']],
  ['llama || qwen', ['llama', 'Qwen'], ['glm']],
  ['llama && 70b', ['Llama 70B'], ['Llama 8B']],
  ['"a || b"', ['a || b'], ['a', 'b']],
  [String.raw`"say \"hi\""`, ['say "hi"'], ['say hi']],
  ['empty', ['', null], ['empty']],
  ['"empty"', ['empty'], [null]],
  ['8', ['8x', '18'], ['9']],
])('among texts, %s passes the right ones', (text, inside, outside) => {
  expect(inside.filter((value) => !passes(text, 'text', value))).toEqual([]);
  expect(outside.filter((value) => passes(text, 'text', value))).toEqual([]);
});

const day = (iso: string) => Date.parse(iso);

test.each([
  ['2026-07', '2026-07-01', '2026-08-01'],
  ['2026-07', '2026-07-31T23:59:59.999Z', '2026-06-30T23:59:59.999Z'],
  ['>2026-07', '2026-08-01', '2026-07-31'],
  ['>=2026-07', '2026-07-01', '2026-06-30'],
  ['<2026-07', '2026-06-30', '2026-07-01'],
  ['<=2026-07', '2026-07-31', '2026-08-01'],
  ['2026-01..2026-03', '2026-03-31', '2026-04-01'],
  ['2026-07-31', '2026-07-31T12:00:00Z', '2026-07-30'],
  ['2024', '2024-12-31', '2025-01-01'],
])('among dates, %s passes %s and not %s', (text, inside, outside) => {
  expect(passes(text, 'date', day(inside))).toBe(true);
  expect(passes(text, 'date', day(outside))).toBe(false);
});

test.each([
  ['abc', 'number', '“abc” is not a number.'],
  ['!=', 'number', 'A value is missing after !=.'],
  ['8 && !=', 'text', 'A value is missing after !=.'],
  ['>=', 'number', 'A number is missing after >=.'],
  ['8 ||', 'number', 'A condition is missing beside || or &&.'],
  ['4..2', 'number', 'The range is reversed: 4 is more than 2.'],
  ['..', 'number', 'A range needs a number next to the dots.'],
  ['1,2', 'number', 'A comma separates thousands, as in 12,000; write decimals with a point, as in 12.5.'],
  ['"open', 'text', 'A closing quote is missing.'],
  ['>a', 'text', 'Comparisons need numbers; put text that starts like this in quotes.'],
  ['2026-02-30', 'date', 'There is no date 2026-02-30.'],
  ['July', 'date', '“July” is not a date; write 2026, 2026-07 or 2026-07-31.'],
] as const)('an invalid filter is reported: %s', (text, kind, error) => {
  expect(parseFilter(text, { kind })).toEqual({ ok: false, error });
});

test('a price with rounding errors is found by the value shown', () => {
  expect(0.1 * 3).not.toBe(0.3);
  expect(passes('0.3', 'money', 0.1 * 3)).toBe(true);
  expect(passes('>0.3', 'money', 0.1 * 3)).toBe(false);
});

const kinds = fc.constantFrom<CellKind>('text', 'id', 'number', 'money', 'date', 'status');
const anyValue = fc.oneof(fc.string(), fc.double(), fc.constant(null), fc.constant(undefined));
const garbage = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('>', '=', '!', '"', '\\', '..', '||', '&&', 'empty', '8', ' ', '-', 'e'), {
      maxLength: 12,
    })
    .map((parts) => parts.join('')),
);

test('any text is read without errors, and a valid filter accepts or rejects every value', () => {
  fc.assert(
    fc.property(garbage, kinds, anyValue, (text, kind, value) => {
      const parsed = parseFilter(text, { kind });
      const answer = parsed.ok ? parsed.filter && matcher(parsed.filter)(value) : parsed.error;
      const isFine =
        answer === null ? text.trim() === '' : typeof answer === 'boolean' || answer.endsWith('.');
      expect(isFine).toBe(true);
    }),
  );
});

test('"not" passes exactly what the condition rejects', () => {
  const term = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.integer().map((low) => `${low}..${low + 5}`),
    fc.constant('empty'),
  );
  fc.assert(
    fc.property(term, anyValue, (text, value) => {
      expect(passes(`!=${text}`, 'number', value)).toBe(!passes(text, 'number', value));
    }),
  );
});

test('any quoted text finds itself and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), (text, other) => {
      const quoted = `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
      expect(passes(quoted, 'text', text)).toBe(true);
      expect(passes(quoted, 'text', other)).toBe(other === text);
    }),
  );
});

test('every typed finite number finds itself', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(passes(String(value), 'number', value)).toBe(true);
      expect(passes(`>=${value}`, 'number', value)).toBe(true);
      expect(passes(`>${value}`, 'number', value)).toBe(false);
      expect(passes(`${value}..${value}`, 'number', value)).toBe(true);
    }),
  );
});
