// The open fine-tune together with the log files that are of it: their points are points of its curves.
import { useLayoutEffect, useMemo } from 'react';
import { mergeCurves } from '#pages/fine-tunes/curves/merge-curves.ts';
import { totalSteps } from '#pages/fine-tunes/insight/step-times.ts';
import type { OpenFineTune } from '#pages/fine-tunes/use-fine-tune.ts';
import { fitsJob } from './fits-job.ts';
import { setLogRole, useLogFiles } from './log-files.ts';

/**
 * Where both know a step the log counts, which is not rounded. What a file is to the job is decided once, when it has been
 * read, and can be changed where it is listed.
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
  const merged = useMemo(() => (own.length === 0 ? curves : mergeCurves([curves, ...own])), [curves, own]);
  if (merged === curves) return open;
  return { ...open, curves: merged, sources: `${open.sources} ${own.length} logs` };
}
