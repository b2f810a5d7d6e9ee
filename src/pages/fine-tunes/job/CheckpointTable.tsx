// Checkpoint table with the best one marked and links per checkpoint.
import { Link } from 'wouter';
import { addressOf, paths } from '#lib/address.ts';
import type { Checkpoint } from '#api/schema/fine-tune.ts';
import { clockWords, dayWords } from '#lib/format.ts';
import { readTimeMs } from '#lib/read-time.ts';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import type { BestFinding } from './best-checkpoint.ts';
import { isOver } from '#api/fine-tune-status.ts';
import type { Readings } from './use-readings.ts';
import type { OpenFineTune } from '#pages/fine-tunes/use-fine-tune.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Icon } from '#ui/Icon.tsx';
import { LoadFailure } from '#connection/LoadFailure.tsx';
import { Loading } from '#ui/States.tsx';

export function CheckpointTable({ open, readings }: { open: OpenFineTune; readings: Readings }) {
  const { best, nameOf } = readings;
  const { items, error, refresh } = open.checkpoints;
  if (items === undefined && error === null) return <Loading rows={3} label="Loading checkpoints" />;
  if (items === undefined) {
    return <LoadFailure what="checkpoints" error={error} onRetry={refresh} />;
  }
  if (items.length === 0) {
    const isLater = !isOver(open.fineTune.status);
    return <p className="text-muted">{isLater ? 'No checkpoints yet.' : 'No checkpoints.'}</p>;
  }
  return (
    <>
      {error !== null && <p className="mb-2 text-dense text-warn">Out of date: {error.message}</p>}
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
  const { id, items, curves, best, nameOf, hasLinks = false } = props;
  return (
    <>
      <p className="mb-2 text-dense text-muted">{bestWords(best)}</p>
      <div className="relative overflow-x-auto">
        <table className="w-full text-left whitespace-nowrap">
          <thead className="text-dense text-muted">
            <tr className="*:border-b *:border-line *:py-1 *:pr-6 *:font-regular">
              <th scope="col" className="text-right">
                Step
              </th>
              <th scope="col" className="text-right">
                Eval loss
              </th>
              <th scope="col">Type</th>
              <th scope="col">Saved</th>
              <th scope="col">Path</th>
              <th scope="col">
                <span className="sr-only">Acts</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((checkpoint, index) => (
              <CheckpointLine
                // oxlint-disable-next-line react/no-array-index-key -- two final checkpoints can share a step and a path
                key={`${checkpoint.step ?? ''} ${index}`}
                id={id}
                model={nameOf(checkpoint)}
                checkpoint={checkpoint}
                loss={evalLossAt(curves, checkpoint.step)}
                isBest={best.isKnown && best.best.step === checkpoint.step}
                hasLinks={hasLinks}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface CheckpointLineProps {
  id: string;
  model: string | null;
  checkpoint: Checkpoint;
  loss: number | null;
  isBest: boolean;
  hasLinks: boolean;
}

function CheckpointLine({ id, model, checkpoint, loss, isBest, hasLinks }: CheckpointLineProps) {
  const { step, checkpoint_type: type, created_at: created, path } = checkpoint;
  const atMs = readTimeMs(created);
  return (
    <tr className="*:border-b *:border-line *:py-0.5 *:pr-6">
      <th scope="row" className="text-right font-strong">
        {step ?? '—'}
      </th>
      <td className="text-right">
        {loss === null ? <span className="text-faint">—</span> : fourDigits.format(loss)}
      </td>
      <td>
        {type ?? <span className="text-faint">—</span>}
        {isBest && (
          <span className="ml-3 inline-flex items-center gap-1 align-bottom">
            <Icon name="check" className="text-ok" />
            best checkpoint
          </span>
        )}
      </td>
      <td className="text-muted" title={created}>
        {atMs === null ? (created ?? '—') : `${dayWords(atMs)}, ${clockWords(atMs)}`}
      </td>
      <td className="max-w-60 truncate font-mono text-dense text-muted" title={path}>
        {path || '—'}
      </td>
      <td>
        {model !== null && (
          <span className="flex items-center justify-end gap-4">
            <CopyButton text={() => model} label={`Copy ${shortened(id)}${model.slice(id.length)}`} />
            {hasLinks && (
              <>
                <Link href={addressOf(paths.playground, { model })} className={actLook}>
                  Open in playground
                </Link>
                <Link
                  href={addressOf(paths.playground, { view: 'labs', lab: 'ladder', model })}
                  className={actLook}
                >
                  Compare checkpoints
                </Link>
                <Link
                  href={addressOf(paths.hardware, { view: 'break-even', model, ftJob: id })}
                  className={actLook}
                >
                  Serving cost
                </Link>
              </>
            )}
          </span>
        )}
      </td>
    </tr>
  );
}

const actLook = 'text-act hover:underline';
const fourDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });

function shortened(id: string): string {
  return id.length > 14 ? `${id.slice(0, 11)}…` : id;
}

function evalLossAt({ curves }: CurveSet, step: number | undefined): number | null {
  const segment = curves.get('eval loss')?.at(-1);
  const at = step === undefined ? -1 : (segment?.steps.indexOf(step) ?? -1);
  return segment?.values[at] ?? null;
}

export function bestWords(best: BestFinding): string {
  if (!best.isKnown) return best.why;
  const { step, bestStep, bestLoss, loss, penalty, isMeasured, nearerStep } = best.best;
  const lowest = `The lowest evaluation loss was ${fourDigits.format(bestLoss)} at step ${bestStep}`;
  if (step === bestStep) return `${lowest}, and that step is saved.`;
  if (loss === null || penalty === null) return `${lowest}; the loss at the saved steps is unknown.`;
  if (!isMeasured)
    return `${lowest}; no saved step was evaluated. Interpolated between evaluations, step ${step} has about ${fourDigits.format(loss)}.`;
  const nearer = nearerStep === null ? '' : ` Step ${nearerStep} is nearer but was not evaluated.`;
  return `${lowest}; among evaluated saved steps, ${step} is best, ${fourDigits.format(penalty)} higher.${nearer}`;
}
