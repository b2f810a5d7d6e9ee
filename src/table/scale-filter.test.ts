import { expect, test } from 'vitest';
import { scaleFilter, scaleFilters } from './scale-filter.ts';
import { emptyState } from './table-state.ts';

const price = { id: 'price', kind: 'money', unit: '$/h' } as const;
const scale = (text: string) => scaleFilter(text, 730, price);

test('numbers of a filter are those of the new unit, and all else stays', () => {
  expect(scale('<=7')).toBe('<=5110');
  expect(scale('$2..4 || >= 10 $/h && !=0')).toBe('1460..2920 || >= 7300 && !=0');
  expect(scale('..1.5')).toBe('..1095');
  expect(scale('!empty || "contact us, 3..4"')).toBe('!empty || "contact us, 3..4"');
  expect(scale('<=7 euros')).toBe('<=7 euros');
});

test('a filter comes back as it was typed, also where the other unit has no short number', () => {
  expect(scaleFilter('<=0.1', 100, price)).toBe('<=10');
  const cents = scaleFilter('<=7', 1 / 0.6, price);
  expect(cents).toBe('<=11.66666666667');
  expect(scaleFilter(cents, 0.6, price)).toBe('<=7');
});

test('only filters of the given columns are scaled', () => {
  const state = { ...emptyState, filters: { price: '<=7', memory: '>=80' } };
  expect(scaleFilters(state, [price], 24).filters).toEqual({ price: '<=168', memory: '>=80' });
});
