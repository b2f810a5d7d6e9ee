// Hook that adds a fine-tune’s own log files to its curves.
import { useLayoutEffect, useMemo } from 'react';
import type { CurveName, CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { areStepsCounted } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { mergeCurves } from '#pages/fine-tunes/curves/merge-curves.ts';
import { totalSteps } from '#pages/fine-tunes/curves/step-times.ts';
import { setLogRole, useLogFiles } from './log-files.ts';
import type { OpenFineTune } from '#pages/fine-tunes/use-fine-tune.ts';
import type { LogReport } from './log-report.ts';

/**
 * Where both know a step the log wins: it is not rounded. A file's role is decided once, after reading, and
 * can be changed.
 */
export function useOwnLogs(open: OpenFineTune): OpenFineTune {
  const { fineTune: record, events, curves } = open;
  const { files, own } = useLogFiles(record.id);
  useLayoutEffect(() => {
    for (const { id, role, state } of files) {
      if (role !== 'undecided' || state.kind !== 'read') continue;
      const isOwn = fitsJob(state.report, totalSteps({ record, events }), curves);
      setLogRole(record.id, id, isOwn ? 'own' : 'over');
    }
  }, [files, record, events, curves]);
  const merged = useMemo(() => {
    if (own.length === 0) return curves;
    // Steps that were counted are not those of a log.
    return mergeCurves(areStepsCounted(curves) ? own : [curves, ...own]);
  }, [curves, own]);
  if (merged === curves) return open;
  return { ...open, curves: merged, sources: `${open.sources} ${own.length} logs` };
}

/** Losses in messages are rounded, or means of several steps. */
const tolerance = { absolute: 0.02, relative: 0.05 };
/** Curves that identify a job's log, and how far they may differ. */
const compared = [
  ['train loss', tolerance],
  ['eval loss', tolerance],
  ['learning rate', { ...tolerance, absolute: 1e-9 }],
] as const;

/**
 * False for several runs, steps beyond the job's, mostly different figures, or no shared step though the
 * service has such curves.
 * @param total steps of the job; null: `curves` must reach as far
 * @param curves from the service
 */
export function fitsJob({ runs }: LogReport, total: number | null, curves: CurveSet): boolean {
  const [run] = runs;
  if (run === undefined || runs.length > 1) return false;
  const last = lastStep(run.curves);
  if (last <= 0 || last > (total ?? lastStep(curves))) return false;
  const agreed = compared.flatMap(([name, slack]) => agreements(run.curves, curves, name, slack));
  if (agreed.length === 0) return compared.every(([name]) => !curves.curves.has(name));
  return agreed.filter(Boolean).length * 2 >= agreed.length;
}

function lastStep({ curves }: CurveSet): number {
  return [...curves.values()].flat().reduce((last, { steps }) => Math.max(last, steps.at(-1) ?? 0), 0);
}

/** One per shared step of the newest segments. */
function agreements(
  one: CurveSet,
  other: CurveSet,
  name: CurveName,
  slack: typeof tolerance,
): readonly boolean[] {
  const [here, there] = [one.curves.get(name)?.at(-1), other.curves.get(name)?.at(-1)];
  if (here === undefined || there === undefined) return [];
  const known = new Map(Array.from(there.steps, (step, index) => [step, there.values[index] ?? Number.NaN]));
  const agreed: boolean[] = [];
  for (const [index, step] of here.steps.entries()) {
    const [value, beside] = [here.values[index] ?? Number.NaN, known.get(step) ?? Number.NaN];
    if (!Number.isFinite(value) || !Number.isFinite(beside)) continue;
    agreed.push(Math.abs(value - beside) <= slack.absolute + slack.relative * Math.abs(beside));
  }
  return agreed;
}
