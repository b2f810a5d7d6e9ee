import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenUnits } from '#pricing/units.ts';
import type { Decision } from './decision.ts';
import { computeBreakEven } from './break-even.ts';
import { terms } from './testing/decisions.ts';

const decision = (unit: string, input: number, output: number): Decision => ({
  at: '2026-11-21T12:00:00.000Z',
  model: { id: 'a/model', input, output, unit },
  hardware: { id: 'card', centsPerMinute: 10.82, updatedAt: null },
  terms: { ...terms, replicas: 2 },
});

test('a price unit scales token costs, scales the break-even inversely, and leaves the machine cost', () => {
  const price = fc.double({ min: 0.001, max: 1_000, noNaN: true });
  fc.assert(
    fc.property(price, price, fc.constantFrom(...tokenUnits), (input, output, unit) => {
      const [usual, other] = [
        computeBreakEven(decision(tokenUnits[0].id, input, output)),
        computeBreakEven(decision(unit.id, input, output)),
      ];
      const worth = (unit.dollars / unit.tokens) * 1e6;
      expect(ratio(other.serverlessCost.value, usual.serverlessCost.value) / worth).toBeCloseTo(1, 9);
      expect(ratio(usual.breakEven.value, other.breakEven.value) / worth).toBeCloseTo(1, 9);
      expect(other.dedicatedCost).toEqual(usual.dedicatedCost);
    }),
  );
});

function ratio(a: number | null, b: number | null): number {
  return (a ?? Number.NaN) / (b ?? Number.NaN);
}
