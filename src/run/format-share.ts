// Formatting: shares and logprobs.
import { formatSignificant } from '#lib/format.ts';

/** "67.3 %", "50 %"; a bound for what would round to 0 or 100 %. */
export function formatPercent(share: number): string {
  return boundOf(share) ?? `${formatSignificant(share * 100, 3)} %`;
}

/** "67.3 %", "50.0 %": of figures below each other. */
export function formatProbability(share: number): string {
  return boundOf(share) ?? `${share > 0 && share < 1 ? formatSignificant(share * 100, 3, 3) : share * 100} %`;
}

function boundOf(share: number): string | null {
  if (share > 0 && share < 0.0001) return '< 0.01 %';
  return share >= 0.9995 && share < 1 ? '> 99.9 %' : null;
}

/** "−0.693", "−4e−5", "0". */
export function formatLogprob(logprob: number): string {
  if (logprob === 0) return '0';
  const text = Math.abs(logprob) < 0.0005 ? logprob.toExponential(0) : logprob.toFixed(3);
  return text.replaceAll('-', '−');
}
