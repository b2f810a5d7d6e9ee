// A short piece of a line, as it looks in the chart: what ties a name to its colour.
import type { LineColour } from '#charts/dense-line.ts';

interface LineSampleProps {
  colour: LineColour;
  dash: readonly number[];
  hasRing: boolean;
}

/** Says nothing without the name beside it. */
export function LineSample({ colour, dash, hasRing }: LineSampleProps) {
  return (
    <svg viewBox="0 0 14 8" width="14" height="8" fill="none" aria-hidden="true" className="shrink-0">
      {hasRing ? (
        <circle cx="7" cy="4" r="3" stroke={`var(--${colour})`} strokeWidth="1.5" />
      ) : (
        <path d="M0 4h14" stroke={`var(--${colour})`} strokeWidth="2" strokeDasharray={dash.join(' ')} />
      )}
    </svg>
  );
}
