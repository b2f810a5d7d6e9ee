// Columns of the list of fine-tunes.
import { statusKind, type StatusKind } from '#api/fine-tune-status.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { formatCount, formatDuration, formatFourDigits, formatLeast, noValue } from '#lib/format.ts';
import { isSet } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { isOverdue } from '#pages/fine-tunes/curves/time-left.ts';
import { labelsOf, type LabelsById } from '#pages/fine-tunes/labels.ts';
import { statusTone } from '#pages/fine-tunes/status-tone.ts';
import { formatTotalPrice, type PriceUnit } from '#pricing/price-unit.ts';
import type { CellValue, Column } from '#table/column.ts';
import { Status, type Tone } from '#ui/States.tsx';
import { goneStatus, tookMs, type FineTuneRow } from './fine-tune-row.ts';
import {
  LeftCell,
  LossLine,
  lossText,
  noAlertText,
  noLossText,
  momentText,
  noEvents,
  percent,
  ProgressCell,
  rangeText,
  shownName,
  withoutOwner,
} from './cells.tsx';

/**
 * On phones, status with its alert and progress fit beside the name.
 * @param labels by fine-tune id
 */
export function fineTuneColumns(
  unit: PriceUnit,
  labels: LabelsById,
  isPhone: boolean,
): readonly Column<FineTuneRow>[] {
  return [
    isPhone ? { ...nameColumn, render: ({ name }) => shownName(withoutOwner(name)) } : nameColumn,
    ...(isPhone ? [narrowStatus, narrowProgress, alertColumn] : [statusColumn, alertColumn, progressColumn]),
    ...figures,
    ...labelColumns(labels),
    {
      id: 'price',
      head: 'Price',
      unit: unit.dollars === null ? 'unit unknown' : 'as ' + unit.label,
      kind: 'money',
      value: ({ record }) => (isSet(record.total_price) ? record.total_price : null),
      format: (value) => formatTotalPrice(value, unit),
      sum: (rows) =>
        sumOfKnown(
          rows.map(({ record: { total_price: price } }) => (isSet(price) ? price : null)),
          (sum) => formatTotalPrice(sum, unit),
        ),
      // “Price as billionths of a US dollar”.
      width: unit.id === 'nano-dollars' ? 216 : 136,
      help: 'total_price as the service sent it. The API states no unit; choose how to read it on a fine-tune’s page.',
    },
    ...facts,
  ];
}

/** Running, queued, the rest; newest first. */
export const fineTuneOrder = [
  { id: 'status', isDescending: false },
  { id: 'created', isDescending: true },
] as const;

/** Short: a long one would be cut where it says that some are missing. */
function sumOfKnown(all: readonly (number | null)[], format = formatCount): string | undefined {
  const known = all.filter((each) => each !== null);
  if (known.length === 0) return undefined;
  const sum = known.reduce((before, each) => before + each, 0);
  return formatLeast(format(sum), known.length < all.length);
}

/** `goneStatus` comes last. */
function rankOf(status: string | number): number {
  return status === goneStatus ? kinds.length : kinds.indexOf(statusKind(String(status)));
}

const kinds: readonly StatusKind[] = ['running', 'queued', 'unknown', 'over'];

function toneOf({ kind, record }: FineTuneRow): Tone {
  return kind === 'gone' ? 'none' : statusTone(record.status);
}

const nameColumn: Column<FineTuneRow> = {
  id: 'name',
  head: 'Fine-tune',
  kind: 'id',
  value: ({ name }) => name,
  render: ({ name }) => shownName(name),
  sum: (rows) => `${formatCount(rows.length)} shown`,
  width: 264,
  widest: 360,
};

const statusColumn: Column<FineTuneRow> = {
  id: 'status',
  head: 'Status',
  kind: 'status',
  value: ({ status }) => status,
  tone: toneOf,
  compare: (one, other) => rankOf(one) - rankOf(other),
  facet: true,
  sum: (rows) => {
    const running = rows.filter(({ kind }) => kind === 'running').length;
    const queued = rows.filter(({ kind }) => kind === 'queued').length;
    return running + queued === 0 ? 'none active' : `${running} running, ${queued} queued`;
  },
  width: 124,
  help: 'As reported by the service. Sorts active jobs first.',
};

const alertColumn: Column<FineTuneRow> = {
  id: 'alert',
  head: 'Alert',
  kind: 'status',
  value: ({ alert }) => alert?.kind,
  tone: ({ alert }) => (alert?.tone === 'bad' ? 'bad' : 'warn'),
  missing: noAlertText,
  formula: ({ alert }) => alert?.saw ?? null,
  facet: true,
  width: 108,
  help: 'The worst alert based on its events; its page also checks metrics and logs.',
};

/** Without the bar. */
const narrowProgress: Column<FineTuneRow> = {
  id: 'progress',
  head: 'Progress',
  kind: 'number',
  value: ({ progress }) => progress,
  format: percent,
  formula: ({ step, totalSteps }) =>
    step === null || totalSteps === null ? null : `step ${formatCount(step)} of ${formatCount(totalSteps)}`,
  width: 80,
};

const progressColumn: Column<FineTuneRow> = {
  ...narrowProgress,
  unit: '%',
  render: (row) => <ProgressCell row={row} />,
  width: 104,
};

const narrowStatus: Column<FineTuneRow> = {
  ...statusColumn,
  render: (row) => (
    <span className="-ml-0.75 flex gap-x-2 pointer-coarse:flex-col pointer-coarse:leading-tight">
      <Status tone={toneOf(row)}>{row.status}</Status>
      {row.alert !== null && (
        <span
          className={`ml-1 hidden truncate text-label pointer-coarse:block ${row.alert.tone === 'bad' ? 'text-bad' : 'text-warn'}`}
        >
          {row.alert.kind}
        </span>
      )}
    </span>
  ),
  width: 106,
};

/** A diverged loss is not a missing one, in files and orders either. */
function orNaN(loss: CellValue): CellValue {
  return Number.isNaN(loss) ? 'NaN' : loss;
}

/** Its page may know more digits. */
const eventNote = 'as written in events';

const figures: readonly Column<FineTuneRow>[] = [
  {
    id: 'left',
    head: 'Time left',
    unit: 'min',
    kind: 'number',
    // Of the answer: rows must not reorder by themselves.
    value: ({ left }) =>
      left === null || isOverdue(left, left.read.atMs)
        ? null
        : Math.max(0, left.likelyMs - left.read.atMs) / 60_000,
    format: (minutes) => formatDuration(minutes * 60_000),
    render: ({ left }) => <LeftCell left={left} />,
    formula: ({ left }) => (left === null ? null : `${rangeText(left)}: ${left.formula}`),
    // “about 1 min 05 s”.
    width: 140,
    help: 'By the median speed so far; the range is in the tooltip. Counts down between updates. “late” says for how long a report has been due.',
  },
  {
    id: 'loss',
    head: 'Train loss (last)',
    fileNote: eventNote,
    kind: 'number',
    value: ({ loss }) => orNaN(loss),
    format: formatFourDigits,
    render: (row) =>
      row.loss === null ? (
        noLossText(row)
      ) : (
        <span className="flex items-center justify-end gap-2">
          <LossLine events={row.record.events ?? noEvents} />
          <span className="min-w-[7ch] shrink-0">{lossText(row.loss)}</span>
        </span>
      ),
    width: 152,
    help: 'The last training loss in an event, unsmoothed, with its trend. Its page also reads metrics.',
  },
  {
    id: 'eval',
    head: 'Eval loss (last)',
    fileNote: eventNote,
    kind: 'number',
    value: ({ evaluations }) => orNaN(evaluations?.last),
    format: formatFourDigits,
    render: (row) => (row.evaluations === null ? noLossText(row) : lossText(row.evaluations.last)),
    width: 136,
    isDefaultHidden: true,
    help: 'The last evaluation loss in the events.',
  },
  {
    id: 'best',
    head: 'Eval loss (best)',
    fileNote: eventNote,
    kind: 'number',
    value: ({ evaluations }) => evaluations?.best,
    format: formatFourDigits,
    render: (row) => {
      const best = row.evaluations?.best ?? null;
      return best === null ? noLossText(row) : formatFourDigits(best);
    },
    formula: ({ evaluations }) =>
      evaluations === null || evaluations.bestStep === null
        ? null
        : `step ${formatCount(evaluations.bestStep)}`,
    width: 120,
    help: 'The lowest evaluation loss in the events.',
  },
];

function labelColumns(labels: LabelsById): readonly Column<FineTuneRow>[] {
  return [
    {
      id: 'group',
      head: 'Group',
      kind: 'text',
      value: ({ id }) => labelsOf(labels, id).group,
      facet: true,
      width: 128,
      isDefaultHidden: true,
      help: 'Written on the fine-tune’s page. Runs of one group can be drawn as their mean.',
    },
    {
      id: 'tags',
      head: 'Tags',
      kind: 'text',
      value: ({ id }) => labelsOf(labels, id).tags.join(', '),
      width: 160,
      isDefaultHidden: true,
    },
    {
      id: 'note',
      head: 'Note',
      kind: 'text',
      value: ({ id }) => labelsOf(labels, id).note,
      width: 240,
      isDefaultHidden: true,
    },
  ];
}

function hidden(
  kind: 'number' | 'text' | 'id',
  id: string,
  head: string,
  width: number,
  value: (record: FineTune) => CellValue,
): Column<FineTuneRow> {
  return { id, head, kind, value: ({ record }) => value(record), width, isDefaultHidden: true };
}

const facts: readonly Column<FineTuneRow>[] = [
  {
    id: 'event',
    head: 'Last event',
    kind: 'text',
    value: ({ lastEvent }) => lastEvent?.message || lastEvent?.type,
    width: 208,
    isDefaultHidden: true,
  },
  {
    id: 'updated',
    head: 'Updated',
    kind: 'age',
    value: ({ lastEventMs }) => lastEventMs,
    isLocal: true,
    width: 88,
    help: 'Time since its last event, or since the service updated it if it lists none.',
  },
  {
    id: 'took',
    head: 'Took',
    fileNote: 'min',
    kind: 'number',
    value: ({ record }) => {
      const ms = tookMs(record);
      return ms === null ? null : ms / 60_000;
    },
    format: (minutes) => formatDuration(minutes * 60_000),
    width: 112,
    isDefaultHidden: true,
    help: 'The training of a run that is over, by its events, without waits. The filter reads minutes: <90.',
  },
  {
    id: 'ended',
    head: 'Ended',
    kind: 'date',
    value: ({ kind, lastEventMs }) => (kind === 'over' ? lastEventMs : null),
    render: ({ kind, lastEventMs }) => momentText(kind === 'over' ? lastEventMs : null),
    isInline: true,
    isLocal: true,
    width: 168,
    isDefaultHidden: true,
    help: 'The last event of a run that is over, or its last update if it lists none.',
  },
  {
    id: 'model',
    head: 'Model',
    kind: 'id',
    value: ({ record }) => record.model,
    facet: true,
    width: 208,
    isDefaultHidden: true,
  },
  {
    id: 'checkpoints',
    head: 'Checkpoints',
    kind: 'number',
    value: ({ savedCount }) => savedCount,
    render: ({ savedCount, record: { n_checkpoints: wished } }) =>
      wished === undefined || wished === 0
        ? (savedCount ?? noValue)
        : `${savedCount ?? 'unknown'} of ${wished}`,
    sum: (rows) => sumOfKnown(rows.map(({ savedCount }) => savedCount)),
    width: 128,
    isDefaultHidden: true,
    help: 'Saved of requested. Unknown if the list has no events.',
  },
  {
    id: 'created',
    head: 'Created',
    kind: 'date',
    value: ({ createdMs }) => createdMs,
    render: ({ createdMs }) => momentText(createdMs),
    isInline: true,
    isLocal: true,
    width: 168,
  },
  { id: 'id', head: 'Id', kind: 'id', value: ({ id }) => id, width: 280, isDefaultHidden: true },
  {
    id: 'tokens',
    head: 'Tokens',
    kind: 'number',
    value: ({ record }) => record.token_count,
    sum: (rows) => sumOfKnown(rows.map(({ record }) => record.token_count ?? null)),
    width: 128,
    isDefaultHidden: true,
  },
  {
    id: 'queue',
    head: 'Queue',
    unit: 'jobs ahead',
    kind: 'number',
    value: ({ record, kind }) => (kind === 'queued' ? record.queue_depth : null),
    width: 160,
    isDefaultHidden: true,
  },
  hidden('number', 'epochs', 'Epochs', 96, ({ n_epochs: epochs }) => epochs),
  hidden('number', 'rate', 'Learning rate', 136, ({ learning_rate: rate }) => rate),
  hidden(
    'text',
    'scheduler',
    'Scheduler',
    112,
    ({ lr_scheduler: scheduler }) => scheduler?.lr_scheduler_type,
  ),
  hidden('number', 'warmup', 'Warm-up ratio', 136, ({ warmup_ratio: ratio }) => ratio),
  hidden('number', 'decay', 'Weight decay', 128, ({ weight_decay: decay }) => decay),
  hidden('number', 'norm', 'Max grad norm', 136, ({ max_grad_norm: norm }) => norm),
  hidden('number', 'batch', 'Batch', 96, ({ batch_size: size }) => size),
  hidden('number', 'seed', 'Seed', 96, ({ seed }) => seed),
  hidden('id', 'file', 'Training file', 280, ({ training_file: file }) => file),
  hidden('id', 'from', 'From checkpoint', 200, ({ from_checkpoint: checkpoint }) => checkpoint),
  hidden('id', 'job', 'Job', 280, ({ job_id: job }) => job),
];
