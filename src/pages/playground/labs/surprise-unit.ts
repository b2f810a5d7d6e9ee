// Unit of surprise: nats or bits.
import { formatFixed, noValue, trueMinus } from '#lib/format.ts';
import { createUnitChoice } from '#ui/unit-choice.ts';

/** −log p, natural or base 2. */
export type SurpriseUnit = 'nats' | 'bits';

export const [, useSurpriseUnit, chooseSurpriseUnit] = createUnitChoice<{ readonly id: SurpriseUnit }>(
  'inferdeck.surprise-unit',
  [{ id: 'nats' }, { id: 'bits' }],
);

export function inUnit(nats: number, unit: SurpriseUnit): number {
  return unit === 'nats' ? nats : nats / Math.LN2;
}

/** `1,204.32`, with a true minus; a dash if unknown. */
export function formatSurprise(nats: number | null, unit: SurpriseUnit): string {
  return nats === null ? noValue : trueMinus(formatFixed(inUnit(nats, unit), 2));
}

/** `1.204`; comparable across tokenizers. @param nats over all bytes */
export function formatBitsPerByte(nats: number | null, bytes: number): string {
  return nats === null || bytes === 0 ? noValue : (nats / Math.LN2 / bytes).toFixed(3);
}
