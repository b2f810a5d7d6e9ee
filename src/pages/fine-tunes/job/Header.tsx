// Header of a fine-tune: name, status, alerts, links, freshness, figures.
import { Link } from 'wouter';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { addressOf, paths, safeLink } from '#lib/address.ts';
import { leftAddress } from '#lib/left-lists.ts';
import { checkpointStep, fineTuneName } from '#api/fine-tune-status.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { StaleNotice } from '#connection/LoadFailure.tsx';
import { LabelsLine } from '#pages/fine-tunes/LabelsLine.tsx';
import { labelsOf, useAllLabels } from '#pages/fine-tunes/labels.ts';
import { goToPart } from '#pages/fine-tunes/Section.tsx';
import { needsLook, worstAlert, type Alert } from '#pages/fine-tunes/alerts/alert.ts';
import { failureReason, statusTone } from '#pages/fine-tunes/status-tone.ts';
import type { OpenFineTune } from '#pages/fine-tunes/use-fine-tune.ts';
import type { Phase } from '#timeline/entry.ts';
import { formatCount } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { FailureReason } from '#ui/FailureReason.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Age, FreshnessBar, Notice } from '#ui/Freshness.tsx';
import { PhoneFold } from '#ui/PhoneFold.tsx';
import { Status } from '#ui/States.tsx';
import { linkLook } from '#ui/Field.tsx';
import { useNow } from '#ui/use-now.ts';
import { saveFile } from '#ui/FileButton.tsx';
import { snapshotName, writeSnapshot } from './snapshot-file.ts';
import { Figures } from './Figures.tsx';
import { eventEntries, eventPhases } from './event-phases.ts';
import { parentOf } from './lineage.ts';
import type { Readings } from './use-readings.ts';

interface HeaderProps {
  open: OpenFineTune;
  all: readonly FineTune[];
  readings: Readings;
  alerts: readonly Alert[];
}

export function Header({ open, all, readings, alerts }: HeaderProps) {
  const { fineTune, goneSinceMs, cameBackFrom, freshness } = open;
  const name = fineTuneName(fineTune);
  const phases = usePhases(open);
  const [areDetailsOpen, setDetailsOpen] = useState(false);
  const detailsId = useId();
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
        <p className="flex min-w-0 items-baseline gap-1.5">
          <Link href={leftAddress(paths.fineTunes)} className="shrink-0 text-muted hover:text-text">
            Fine-tunes
          </Link>
          <span aria-hidden="true" className="text-faint">
            /
          </span>
          <span className="min-w-0 text-heading font-strong wrap-anywhere">{name}</span>
        </p>
        <output aria-label="Status" className="flex flex-wrap items-center gap-x-3">
          <Status tone={goneSinceMs === null ? statusTone(fineTune.status) : 'none'}>
            {fineTune.status ?? 'no status'}
          </Status>{' '}
          <AlertNote alerts={alerts} />
        </output>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2 max-tablet:ml-0 max-tablet:justify-start">
          <FreshnessBar freshness={freshness} />
          <OpenInPlayground open={open} readings={readings} />
          <PhoneFold label="Details" isOpen={areDetailsOpen} onOpen={setDetailsOpen} controls={detailsId} />
        </div>
      </div>
      <div id={detailsId} className={`grid gap-3 ${areDetailsOpen ? '' : 'max-tablet:not-print:hidden'}`}>
        <Ways open={open} all={all} />
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-dense">
          <LabelsLine id={fineTune.id} />
          <SaveSnapshot open={open} />
        </div>
      </div>
      <FailureReason reason={failureReason(fineTune.status, open.events)} />
      {goneSinceMs !== null && (
        <Notice className="text-dense">
          No longer listed. This is how it was <Age sinceMs={goneSinceMs} /> ago.
        </Notice>
      )}
      {cameBackFrom !== null && (
        <p className="text-dense text-muted">Its status went back: it was “{cameBackFrom}” before.</p>
      )}
      {freshness.updatedAtMs !== null && (
        <StaleNotice what="figures" error={freshness.error} updatedAtMs={freshness.updatedAtMs} />
      )}
      <Figures open={open} readings={readings} phases={phases} />
    </header>
  );
}

function AlertNote({ alerts }: { alerts: readonly Alert[] }) {
  const worst = worstAlert(alerts);
  if (worst === null) return null;
  const others = alerts.filter(needsLook).length - 1;
  return (
    <button
      type="button"
      data-printed=""
      title={worst.saw}
      className="flex rounded-control hover:underline"
      onClick={() => goToPart('Alerts')}
    >
      <Status tone={worst.tone === 'bad' ? 'bad' : 'warn'}>
        {worst.kind}
        {others > 0 && ` and ${others} more`}
      </Status>
    </button>
  );
}

function usePhases({ fineTune, events, clock }: OpenFineTune): readonly Phase[] {
  const nowMs = useNow() + clock.aheadMs;
  const entries = useMemo(() => eventEntries(events), [events]);
  return eventPhases(entries, fineTune.status, nowMs);
}

function OpenInPlayground({ open: { checkpoints }, readings }: { open: OpenFineTune; readings: Readings }) {
  const { best, nameOf } = readings;
  const last = checkpoints.items?.findLast((each) => nameOf(each) !== null);
  const model = best.isKnown ? best.model : last && nameOf(last);
  if (checkpoints.isLoading && checkpoints.announced > 0) {
    return (
      <span aria-hidden="true" className={`${linkLook} invisible`}>
        Open step {formatCount(readings.step ?? 0)} in playground
      </span>
    );
  }
  if (!model) return null;
  const step = best.isKnown ? best.step : last && checkpointStep(last);
  return (
    <Link href={addressOf(paths.playground, { model })} className={linkLook}>
      Open {step ? `step ${formatCount(step)}` : 'the final checkpoint'} in playground
    </Link>
  );
}

function Ways({ open: { fineTune }, all }: { open: OpenFineTune; all: readonly FineTune[] }) {
  const parent = parentOf(fineTune, all);
  const { model, job_id: jobId, wandb_url: wandb } = fineTune;
  const tracker = safeLink(wandb);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-1 text-dense">
      <span className="flex min-w-0 items-center gap-1">
        <span className="min-w-0 font-mono wrap-anywhere text-muted">{fineTune.id}</span>
        <CopyButton text={() => fineTune.id} label="Copy id" />
      </span>
      {model && (
        <Way name="model">
          <Link href={addressOf(paths.models, { open: model })} className="text-act hover:underline">
            {model}
          </Link>
        </Way>
      )}
      {parent !== null && (
        <Way name="continues">
          {parent.job === null ? (
            fineTune.from_checkpoint
          ) : (
            <>
              <Link href={paths.fineTune(parent.job.id)} className="text-act hover:underline">
                {fineTuneName(parent.job)}
              </Link>
              {parent.step !== null && `, step ${formatCount(parent.step)}`}
            </>
          )}
        </Way>
      )}
      {jobId && (
        <Way name="job">
          <Link href={paths.job(jobId)} className="text-act hover:underline">
            {jobId}
          </Link>
        </Way>
      )}
      {tracker !== null && (
        <a
          href={tracker}
          target="_blank"
          rel="noreferrer noopener"
          className="inline-flex items-center gap-1 text-act hover:underline"
        >
          <Icon name="link" />
          W&B run
        </a>
      )}
    </div>
  );
}

function Way({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="min-w-0 wrap-anywhere">
      <span className="text-faint">{name} </span>
      {children}
    </span>
  );
}

const hint =
  'One file with record, labels, events, curves and checkpoints, without secrets. Open it again under “Open log files”, no service needed.';
const coming = 'Still loading: the file would be incomplete.';

/** Has no tokens, keys or query strings. */
function SaveSnapshot({ open }: { open: OpenFineTune }) {
  const { fineTune: record, events, curves, checkpoints, eventsBeside, curvesBeside } = open;
  const isComing = [checkpoints, eventsBeside, curvesBeside].some(({ isLoading }) => isLoading);
  const facts = { record, events, curves, checkpoints: checkpoints.items ?? null };
  const labels = labelsOf(useAllLabels(), record.id);
  return (
    <Button
      look="quiet"
      title={isComing ? coming : hint}
      disabled={isComing}
      onClick={() => {
        const blob = new Blob([writeSnapshot(facts, Date.now(), labels)], { type: 'application/json' });
        saveFile(blob, snapshotName(fineTuneName(record)));
      }}
    >
      Save as a file
    </Button>
  );
}
