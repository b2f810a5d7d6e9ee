// Whether a value passes a filter. What is missing passes `empty` and every "not", and nothing else.
import { isMissing, type CellValue } from './column.ts';
import type { Filter, Term } from './filter.ts';
import type { Interval } from './filter-number.ts';

/** One function for a whole column, so that nothing is worked out again for each row. */
export function matcher(filter: Filter): (value: CellValue) => boolean {
  const groups = filter.map((terms) => terms.map(termMatcher));
  return (value) => groups.some((terms) => terms.every((matches) => matches(value)));
}

function termMatcher(term: Term): (value: CellValue) => boolean {
  switch (term.is) {
    case 'empty':
      return isMissing;
    case 'not': {
      const matches = termMatcher(term.term);
      return (value) => !matches(value);
    }
    case 'within':
      return (value) => typeof value === 'number' && contains(term.interval, value);
    case 'equals':
      return (value) => !isMissing(value) && String(value) === term.text;
    case 'contains':
      break;
  }
  const needle = term.text.toLowerCase();
  return (value) => !isMissing(value) && String(value).toLowerCase().includes(needle);
}

// Prices are products of decimals: 0.1 × 3 is 0.30000000000000004, and a person types 0.3.
const nearness = 1e-12;

function contains({ low, high, isLowOpen, isHighOpen }: Interval, value: number): boolean {
  const slack = Number.isInteger(value) ? 0 : Math.abs(value) * nearness;
  const isAbove = isLowOpen ? value > low + slack : value >= low - slack;
  const isBelow = isHighOpen ? value < high - slack : value <= high + slack;
  return isAbove && isBelow;
}
