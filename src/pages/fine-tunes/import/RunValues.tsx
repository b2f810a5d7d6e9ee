// The last value of each curve of a log file, and the lowest evaluation, run by run.
import { useMemo } from 'react';
import { formatCount } from '#lib/format.ts';
import { valueText } from '#pages/fine-tunes/chart/figure-text.ts';
import { curveLabel, type CurveSegment } from '#pages/fine-tunes/curves/curve.ts';
import type { LogReport, ReadRun } from './log-report.ts';

/** Runs beyond these are on the charts alone. */
const maxRuns = 8;

/** Nothing where nothing was read. */
export function RunValues({ report: { runs } }: { report: LogReport }) {
  const lines = useMemo(
    () => runs.slice(0, maxRuns).map((run) => ({ label: run.label, words: wordsOf(run) })),
    [runs],
  );
  if (lines.length === 0) return null;
  return (
    <ul className="text-dense text-muted">
      {lines.map(({ label, words }) => (
        <li key={label}>
          {runs.length > 1 && <span className="text-text">{label}: </span>}
          {words}
        </li>
      ))}
    </ul>
  );
}

function wordsOf({ curves }: ReadRun): string {
  const words = [...curves.curves].flatMap(([name, segments]) => {
    const last = segments.at(-1);
    const [step, value] = [last?.steps.at(-1), last?.values.at(-1)];
    if (step === undefined || value === undefined) return [];
    const end = `${curveLabel(name)} ${valueText(value)} at step ${formatCount(step)}`;
    const lowest = name === 'eval loss' ? lowestOf(segments) : null;
    return [
      lowest === null ? end : `${end}, lowest ${valueText(lowest.value)} at step ${formatCount(lowest.step)}`,
    ];
  });
  return `Last: ${words.join('; ')}.`;
}

function lowestOf(
  segments: readonly CurveSegment[],
): { readonly value: number; readonly step: number } | null {
  let lowest: { value: number; step: number } | null = null;
  for (const { steps, values } of segments)
    for (const [index, value] of values.entries())
      if (Number.isFinite(value) && (lowest === null || value < lowest.value))
        lowest = { value, step: steps[index] ?? Number.NaN };
  return lowest;
}
