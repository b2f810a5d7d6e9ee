// Values that no line can show, counted in words.
import { gapsIn, type GapKind, type GapSource } from '#charts/dense-line.ts';
import type { Span } from '#charts/plot-scale.ts';
import { formatCount } from '#lib/format.ts';

const words: Readonly<Record<GapKind, (count: string) => string>> = {
  nan: (count) => `${count} NaN (×)`,
  infinite: (count) => `${count} infinite (△)`,
  below: (count) => `${count} negative infinite (▽)`,
  'not-positive': (count) => `${count} not above zero, which a logarithm does not know (▽)`,
};

const kinds: readonly GapKind[] = ['nan', 'infinite', 'below', 'not-positive'];

/** As `Marked at the edge: 3 NaN (×).`; null where every value is on its line. */
export function gapText(sources: readonly GapSource[], window: Span): string | null {
  const { counts } = gapsIn(sources, window, 1);
  const found = kinds.filter((kind) => counts[kind] > 0);
  if (found.length === 0) return null;
  return `Marked at the edge: ${found.map((kind) => words[kind](formatCount(counts[kind]))).join(', ')}.`;
}
