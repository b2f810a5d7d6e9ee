// The unit of surprise: nats, as services send logprobs, or bits. A choice for all labs, kept.
import { create } from 'zustand';
import { stored } from '#lib/stored.ts';

/** A unit of surprise, −log p: of the natural logarithm, or of the one to the base of two. */
export type SurpriseUnit = 'nats' | 'bits';

const entry = stored<SurpriseUnit>({
  key: 'inferdeck.surprise-unit',
  version: 1,
  parse: (value) => (value === 'nats' || value === 'bits' ? value : null),
  fallback: 'nats',
  storage: () => localStorage,
});

/** The chosen unit. */
export const useSurpriseUnit = create<{ readonly unit: SurpriseUnit }>(() => ({ unit: entry.read() }));

/** Chooses a unit. */
export function chooseSurpriseUnit(unit: SurpriseUnit): void {
  useSurpriseUnit.setState({ unit });
  entry.write(unit);
}

/** Nats in a unit. */
export function inUnit(nats: number, unit: SurpriseUnit): number {
  return unit === 'nats' ? nats : nats / Math.LN2;
}

/** `3.42`, with a real minus sign; a dash for what is not known. */
export function formatSurprise(nats: number | null, unit: SurpriseUnit): string {
  if (nats === null) return '–';
  // What rounds to zero has no sign.
  return inUnit(nats, unit)
    .toFixed(2)
    .replace(/^-(?=0\.00$)/, '')
    .replace('-', '−');
}

/** Bits per byte, the figure that is fair between tokenizers: `1.204`; a dash for what is not known. @param nats over all bytes */
export function formatBitsPerByte(nats: number | null, bytes: number): string {
  return nats === null || bytes === 0 ? '–' : (nats / Math.LN2 / bytes).toFixed(3);
}

/** `18.4`, `1,204`, `3.2e+7`: as many digits as a perplexity is worth; a dash for what is not known. */
export function formatPerplexity(perplexity: number | null): string {
  if (perplexity === null) return '–';
  if (perplexity >= 1e6) return perplexity.toExponential(1);
  return perplexity >= 1000 ? Math.round(perplexity).toLocaleString('en-US') : perplexity.toPrecision(3);
}
