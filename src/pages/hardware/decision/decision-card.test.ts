import { expect, test } from 'vitest';
import { decision } from '#pages/hardware/decision/testing/decisions.ts';
import { tokenUnit } from '#pricing/units.ts';
import { decisionCard, decisionMarkdown } from './decision-card.ts';
import { firstMonth, monthFigures } from './FirstMonthPanel.tsx';

const price = { price: 2.9, unit: tokenUnit('dollars-million') };
const training = { kind: 'tokens', tokens: 10e6, epochs: 3 } as const;

test('the card has the tokens, epochs and first month of a fine-tune', () => {
  const month = monthFigures(firstMonth(training, price, { centsPerMinute: 10 }, 2), 2);
  const { figures, assumptions } = decisionCard(decision, month);
  expect(figures.slice(7).map(({ label, text }) => [label, text])).toEqual([
    ['training', '$87.00'],
    ['a month of 2 replicas', '$8,760.00'],
    ['fine-tune and first month', '$8,847.00'],
  ]);
  expect(assumptions).toContain('training: 10,000,000 tokens × 3 epochs × $2.90/1M = $87.00');
  const lines = decisionMarkdown(decision, null, month).split('\n');
  expect(lines).toContain('| fine-tune and first month | $8,847.00 | $87.00 + $8,760.00 = $8,847.00 |');
  expect(lines).toContain('- training: 10,000,000 tokens × 3 epochs × $2.90/1M = $87.00');
});

test('a card without a fine-tune has no first month', () => {
  const none = firstMonth({ ...training, tokens: null }, price, { centsPerMinute: 10 }, 1);
  expect(decisionCard(decision, monthFigures(none, 1))).toEqual(decisionCard(decision));
});

test('the card names the service whose prices it has', () => {
  const named = { ...decision, service: 'Quote B' };
  for (const line of decisionCard(named).prices)
    expect(line).toContain(`(read ${decision.at.slice(0, 10)} from Quote B)`);
  expect(decisionCard(decision).prices.join(' ')).not.toContain(' from ');
});

test('the day is that of the reader’s clock, also where UTC has begun the next', () => {
  const before = process.env['TZ'];
  process.env['TZ'] = 'America/Los_Angeles';
  const { day, prices } = decisionCard({ ...decision, at: '2026-11-30T01:15:00.000Z' });
  if (before === undefined) Reflect.deleteProperty(process.env, 'TZ');
  else process.env['TZ'] = before;
  expect(day).toBe('2026-11-29');
  for (const line of prices) expect(line).toContain('(read 2026-11-29');
  // The service's own days stay.
  expect(prices.join(' ')).toMatch(/updated \d{4}-\d\d-\d\d/);
});
