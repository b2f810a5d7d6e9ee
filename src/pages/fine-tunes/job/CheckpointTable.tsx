// Checkpoint table with the best one marked and links per checkpoint.
import type { FocusEvent } from 'react';
import { Link } from 'wouter';
import { addressOf, paths } from '#lib/address.ts';
import type { Checkpoint } from '#api/schema/fine-tune.ts';
import { formatFourDigits, noValue } from '#lib/format.ts';
import { dateTimeWords } from '#lib/dates.ts';
import { shorten } from '#lib/unicode.ts';
import { readTimeMs } from '#lib/read-time.ts';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { type BestFinding, bestWords, evalLossAt } from './best-checkpoint.ts';
import { checkpointStep, isOver } from '#api/fine-tune-status.ts';
import type { Readings } from './use-readings.ts';
import type { OpenFineTune } from '#pages/fine-tunes/use-fine-tune.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { CutId } from '#ui/CutId.tsx';
import { Icon } from '#ui/Icon.tsx';
import { type PlainColumn, PlainTable } from '#ui/PlainTable.tsx';
import { LoadFailure, StaleNotice } from '#connection/LoadFailure.tsx';
import { Loading } from '#ui/States.tsx';
import { phone, useMedia } from '#ui/use-media.ts';

export function CheckpointTable({ open, readings }: { open: OpenFineTune; readings: Readings }) {
  const { best, nameOf } = readings;
  const { items, announced, error, refresh } = open.checkpoints;
  if (items === undefined && error === null) {
    return (
      <div
        // As high as the table will be.
        style={{
          minHeight: announced > 0 ? `calc(3.1875rem + ${announced} * (var(--control) + 0.5rem + 1px))` : '',
        }}
        className={announced > 0 ? 'box-content text-dense max-tablet:pb-[1lh]' : ''}
      >
        <Loading rows={announced > 0 ? 3 : 1} label="Loading checkpoints" />
      </div>
    );
  }
  if (items === undefined) {
    return <LoadFailure what="checkpoints" error={error} onRetry={refresh} />;
  }
  if (items.length === 0) {
    const isLater = !isOver(open.fineTune.status);
    return <p className="min-h-7 text-muted">{isLater ? 'No checkpoints yet.' : 'No checkpoints.'}</p>;
  }
  return (
    <>
      <StaleNotice what="checkpoints" error={error} onRetry={refresh} />
      <SavedCheckpoints
        id={open.fineTune.id}
        items={items}
        curves={open.curves}
        best={best}
        nameOf={nameOf}
        hasLinks
      />
    </>
  );
}

interface SavedCheckpointsProps {
  /** Of the fine-tune. */
  id: string;
  items: readonly Checkpoint[];
  curves: CurveSet;
  best: BestFinding;
  /** Model id; null without one. */
  nameOf: (checkpoint: Checkpoint) => string | null;
  /** False without a service: names can only be copied. */
  hasLinks?: boolean;
}

/** From a service or a file. */
export function SavedCheckpoints(props: SavedCheckpointsProps) {
  const isPhone = useMedia(phone);
  return (
    <>
      <p className="mb-2 text-dense text-muted max-tablet:min-h-[2lh]">{bestWords(props.best)}</p>
      <PlainTable
        label="Checkpoints"
        columns={columnsOf(props, isPhone)}
        rows={props.items}
        // Two final checkpoints can share a step and a path.
        rowKey={({ step }, index) => `${step ?? ''} ${index}`}
        rowLook={() => '*:align-middle'}
        look="w-full whitespace-nowrap"
      />
    </>
  );
}

/** On a phone the acts begin within the screen, and the cut third shows that the table goes on. */
function columnsOf(props: SavedCheckpointsProps, isPhone: boolean): readonly PlainColumn<Checkpoint>[] {
  const { id, curves, best, nameOf, hasLinks = false } = props;
  const isBest = (checkpoint: Checkpoint) => best.isKnown && best.step === checkpointStep(checkpoint);
  const acts: PlainColumn<Checkpoint> = {
    id: 'acts',
    head: <span className="sr-only">Acts</span>,
    cell: (checkpoint) => <CheckpointActs id={id} model={nameOf(checkpoint)} hasLinks={hasLinks} />,
  };
  return [
    {
      id: 'Step',
      isRowHead: true,
      isNumber: true,
      look: 'sticky left-0 z-1 bg-bg',
      cellLook: 'font-strong',
      cell: (checkpoint) => (
        <span className="relative">
          {checkpointStep(checkpoint) ?? noValue}
          {isPhone && isBest(checkpoint) && (
            <span title="best checkpoint" className="absolute inset-y-0 left-full">
              <Icon name="check" className="text-ok" />
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'Eval loss',
      isNumber: true,
      cell: (checkpoint) => <EvalLoss curves={curves} step={checkpointStep(checkpoint)} />,
    },
    ...(isPhone ? [acts] : []),
    {
      id: 'Type',
      cell: (checkpoint) => (
        <>
          {checkpoint.checkpoint_type ?? <span className="text-faint">{noValue}</span>}
          {best.isKnown && isBest(checkpoint) && (
            <span className="ml-3 inline-flex items-center gap-1 align-bottom">
              <Icon name="check" className="text-ok" />
              {best.isMeasured ? 'best checkpoint' : 'best checkpoint, interpolated'}
            </span>
          )}
        </>
      ),
    },
    { id: 'Saved', cellLook: 'text-muted', cell: ({ created_at }) => <SavedTime created={created_at} /> },
    ...(isPhone ? [] : [acts]),
    {
      id: 'Path',
      look: 'pl-4',
      cellLook: 'text-muted',
      cell: ({ path }) =>
        path ? (
          <span className="block w-60">
            <CutId id={path} endLength={12} title={path} />
          </span>
        ) : (
          noValue
        ),
    },
  ];
}

function EvalLoss({ curves, step }: { curves: CurveSet; step: number | null }) {
  const found = evalLossAt(curves, step);
  if (found === null) return <span className="text-faint">{noValue}</span>;
  if (found.isMeasured) return formatFourDigits(found.loss);
  return (
    <span title="Interpolated between evaluations" className="text-muted">
      ≈ {formatFourDigits(found.loss)}
    </span>
  );
}

function SavedTime({ created }: { created: string | undefined }) {
  const atMs = readTimeMs(created);
  return <span title={created}>{atMs === null ? (created ?? noValue) : dateTimeWords(atMs)}</span>;
}

interface CheckpointActsProps {
  id: string;
  model: string | null;
  hasLinks: boolean;
}

function CheckpointActs({ id, model, hasLinks }: CheckpointActsProps) {
  if (model === null) return null;
  return (
    <span className="flex items-center gap-4 *:scroll-ml-20 max-tablet:gap-3" onFocus={showWhole}>
      {hasLinks && (
        <>
          <Link href={addressOf(paths.playground, { model })} className={actLook}>
            Open in playground
          </Link>
          <Link
            href={addressOf(paths.hardware, { view: 'break-even', model, ftJob: id })}
            className={actLook}
          >
            Serving cost
          </Link>
          <Link
            href={addressOf(paths.playground, { view: 'labs', lab: 'checkpoints', model })}
            className={actLook}
          >
            Compare checkpoints
          </Link>
        </>
      )}
      {/* Last, as its width varies. */}
      <CopyButton text={() => model} label={`Copy ${shorten(id, 12)}${model.slice(id.length)}`} />
    </span>
  );
}

/** The browser scrolls to nothing of which it shows a part, even if it is below the step. A press must not scroll. */
function showWhole({ target }: FocusEvent<HTMLElement>) {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

const actLook = 'text-act hover:underline';
