// One fine-tune: its header, then its sections.
import { memo, useDeferredValue } from 'react';
import { Link } from 'wouter';
import { paths } from '#lib/address.ts';
import { leftAddress } from '#lib/left-lists.ts';
import { fineTuneName } from '#api/fine-tune-status.ts';
import { LoadFailure } from '#connection/LoadFailure.tsx';
import { useAlerts } from '#pages/fine-tunes/alerts/use-alerts.ts';
import { useOwnLogs } from '#pages/fine-tunes/log-files/use-own-logs.ts';
import { useRecorded } from '#pages/fine-tunes/recorder.ts';
import type { FineTuneSearch } from '#pages/fine-tunes/search.ts';
import { type FineTunePartProps, useFineTune } from '#pages/fine-tunes/use-fine-tune.ts';
import { linkLook } from '#ui/Field.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { Failed, Loading, Rest } from '#ui/States.tsx';
import { useWindowTitle } from '#ui/window-title.ts';
import { Header } from './Header.tsx';
import { useReadings } from './use-readings.ts';

// After the header: a phone shows it half a second sooner.
const FineTuneSections = lazyPart(loadRest, 'FineTuneSections');

/** @returns the sections; the charts, which they would ask for, come at the same time */
export function loadRest() {
  void import('#pages/fine-tunes/charts/LossCharts.tsx').catch(() => null);
  return import('./FineTuneSections.tsx');
}

export { readFineTuneSearch as readSearch } from '#pages/fine-tunes/search.ts';

interface FineTunePageProps {
  id: string;
  search: FineTuneSearch;
  changeSearch: FineTunePartProps['changeSearch'];
}

export function FineTunePage({ id, search, changeSearch }: FineTunePageProps) {
  const newest = useFineTune(id);
  // The answers, the first one too, are drawn in short tasks: queries would render the whole page in one.
  const drawn = useDeferredValue(newest);
  const { open, all, freshness } = drawn.open?.fineTune.id === id ? drawn : newest;
  useWindowTitle(open === null ? id : fineTuneName(open.fineTune));
  if (drawn.open !== null && open !== null && all !== undefined) {
    return <FineTuneParts open={open} all={all} search={search} changeSearch={changeSearch} />;
  }
  if (open !== null || (all === undefined && freshness.error === null)) {
    return (
      <div className="p-4">
        <Loading rows={16} label="Loading the fine-tune" />
      </div>
    );
  }
  const every = (
    <Link href={leftAddress(paths.fineTunes)} className={linkLook}>
      All fine-tunes
    </Link>
  );
  const [jobId] = id.split(':');
  const meant = all?.find(
    (each) =>
      each.job_id === id || each.model_output_name === id || each.id === jobId || each.job_id === jobId,
  );
  return (
    <div className="p-6">
      {all === undefined ? (
        <LoadFailure what="fine-tunes" error={freshness.error} onRetry={freshness.refresh} act={every} />
      ) : (
        <Failed title="Fine-tune not found" onRetry={freshness.refresh} act={every}>
          {freshness.error?.message ??
            `The service lists no fine-tune with the id ${id}. One started just now can take seconds to appear.`}{' '}
          {meant !== undefined && (
            <Link href={paths.fineTune(meant.id)} className="text-act hover:underline">
              {jobId !== id
                ? 'This is a checkpoint: open its fine-tune'
                : meant.job_id === id
                  ? 'This is a job: open its fine-tune'
                  : 'This is the name of a model: open its fine-tune'}
            </Link>
          )}
        </Failed>
      )}
    </div>
  );
}

const FineTuneParts = memo(function Parts({ open: reported, ...rest }: FineTunePartProps) {
  const open = useOwnLogs(reported);
  const readings = useReadings(open);
  const recorded = useRecorded(rest.all, open.freshness.updatedAtMs);
  const alerts = useAlerts(open, recorded);
  const read = { open, readings, alerts };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 p-4">
      <Header {...read} all={rest.all} />
      <Rest>
        <FineTuneSections {...rest} {...read} recorded={recorded} />
      </Rest>
    </div>
  );
});
