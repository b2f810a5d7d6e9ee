// Unit of surprise: nats or bits.
import { create } from 'zustand';
import { formatCount, noValue, trueMinus } from '#lib/format.ts';
import { stored } from '#lib/stored.ts';

/** −log p, natural or base 2. */
export type SurpriseUnit = 'nats' | 'bits';

const entry = stored<SurpriseUnit>({
  key: 'inferdeck.surprise-unit',
  version: 1,
  parse: (value) => (value === 'nats' || value === 'bits' ? value : null),
  fallback: 'nats',
  storage: () => localStorage,
});

export const useSurpriseUnit = create<{ readonly unit: SurpriseUnit }>(() => ({ unit: entry.read() }));

export function chooseSurpriseUnit(unit: SurpriseUnit): void {
  useSurpriseUnit.setState({ unit });
  entry.write(unit);
}

export function inUnit(nats: number, unit: SurpriseUnit): number {
  return unit === 'nats' ? nats : nats / Math.LN2;
}

/** `3.42`, with a true minus; a dash if unknown. */
export function formatSurprise(nats: number | null, unit: SurpriseUnit): string {
  if (nats === null) return noValue;
  // Rounded zero has no minus.
  return trueMinus(
    inUnit(nats, unit)
      .toFixed(2)
      .replace(/^-(?=0\.00$)/, ''),
  );
}

/** `1.204`; comparable across tokenizers. @param nats over all bytes */
export function formatBitsPerByte(nats: number | null, bytes: number): string {
  return nats === null || bytes === 0 ? noValue : (nats / Math.LN2 / bytes).toFixed(3);
}

/** `18.4`, `1,204`, `3.2e+7`; a dash if unknown. */
export function formatPerplexity(perplexity: number | null): string {
  if (perplexity === null) return noValue;
  if (perplexity >= 1e6) return perplexity.toExponential(1);
  return perplexity >= 1000 ? formatCount(perplexity) : perplexity.toPrecision(3);
}
