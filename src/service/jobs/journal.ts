// Training journal: metrics, events and checkpoints written to the store.
import { relative, sep } from 'node:path';
import type { FineTuneEvent, FileReport } from '#service/engine/fine-tuning/contract.ts';
import type { Store } from '#service/store/store.ts';
import type { StatusWriter } from './status.ts';
import { hasStepEvent } from './operations.ts';

interface JournalParts {
  readonly store: Store;
  readonly statuses: StatusWriter;
  /** Unix milliseconds. */
  readonly clock: () => number;
  /** Stored paths are relative to it. */
  readonly home: string;
  readonly onCheckpoint: (checkpoint: { step: number; path: string; isFinal: boolean }) => void;
}

interface Journal {
  readonly write: (event: FineTuneEvent) => void;
  /** Events tell of the last step, too, if it is in the metrics. */
  readonly close: () => void;
}

/**
 * A resumed training repeats steps with the same figures, which are not stored twice; one that starts over replaces
 * them.
 */
export function createJournal(id: string, parts: JournalParts): Journal {
  const { store, statuses, clock, home, onCheckpoint } = parts;
  let totalSteps = 0;
  let tokens = 0;
  let untold: Step | null = null;

  const isFirstStart = !store.events.list(id).some(({ type }) => type === 'training_start');

  const tell = (): void => {
    if (untold === null) return;
    const { step, tokens: trained } = untold;
    const message = stepMessage(untold, totalSteps);
    statuses.note(id, { type: 'training_step', message, step, tokens: trained });
    untold = null;
  };
  const handle = (event: FineTuneEvent): void => {
    switch (event.kind) {
      case 'planned': {
        totalSteps = event.totalSteps;
        const { tokenCount, paramCount, evalSteps } = event;
        store.fineTunes.change(id, { totalSteps, tokenCount, paramCount, evalSteps }, clock());
        if (event.isStateUnusable) {
          store.metrics.clear(id);
          store.fineTunes.change(id, { epochsCompleted: 0 }, clock());
        }
        statuses.note(id, isFirstStart ? startEvent(event) : restartEvent(event));
        if (isFirstStart && event.cutCount > 0) {
          statuses.note(id, { type: 'warning', message: cutMessage(event) });
        }
        break;
      }
      case 'step': {
        const { step, epoch, loss, learningRate, gradNorm } = event;
        tokens = event.tokens;
        const row = { step, createdAt: clock(), epoch, loss, learningRate, gradientNorm: gradNorm };
        const isNew = store.metrics.add(id, { ...row, kind: 'train' });
        if (!isNew) break;
        store.fineTunes.change(id, {}, clock());
        untold = event;
        if (hasStepEvent(step, totalSteps)) tell();
        break;
      }
      case 'evaluation': {
        const { step, loss } = event;
        const row = { step, createdAt: clock(), epoch: null, loss, learningRate: null, gradientNorm: null };
        if (store.metrics.add(id, { ...row, kind: 'evaluation' })) {
          statuses.note(id, {
            type: 'eval_complete',
            message: evaluationMessage(event, totalSteps),
            step,
            tokens,
          });
        }
        break;
      }
      case 'epoch': {
        const { epoch, step } = event;
        const message = `Epoch ${epoch} completed, at step ${step}.`;
        if (store.fineTunes.completeEpoch(id, epoch, clock())) {
          statuses.note(id, { type: 'epoch_complete', message, step, tokens });
        }
        break;
      }
      case 'checkpoint': {
        const { step, isFinal } = event;
        const path = relative(home, event.file).replaceAll(sep, '/');
        const message = `Checkpoint saved at step ${step}.`;
        if (store.checkpoints.add(id, { step, isFinal, path, createdAt: clock() })) {
          statuses.note(id, { type: 'checkpoint_save', message, step, tokens, checkpointPath: path });
        }
        onCheckpoint({ step, path, isFinal });
        break;
      }
      case 'done':
      case 'failed':
        break;
    }
  };
  return { write: (event) => store.transaction(() => handle(event)), close: tell };
}

type Planned = Extract<FineTuneEvent, { kind: 'planned' }>;

function startEvent({ totalSteps, tokenCount, paramCount, batchSize }: Planned) {
  const batches = `${count(totalSteps, 'step')} of ${count(batchSize, 'row')} (short lines share a row)`;
  const sizes = `${batches}, ${count(tokenCount, 'token')}`;
  return {
    type: 'training_start' as const,
    message: `Training started: ${sizes}, ${count(paramCount, 'parameter')}.`,
  };
}

function cutMessage({ cutCount, rowLength }: Pick<Planned, 'cutCount' | 'rowLength'>): string {
  const what = `${count(cutCount, 'line')} ${cutCount === 1 ? 'is' : 'are'} longer than ${count(rowLength, 'token')}`;
  return `${what}: cut into pieces, each trained without the text before it.`;
}

function restartEvent({ resumedFromStep: step, isStateUnusable }: Planned) {
  const why = isStateUnusable ? ': the state that was saved is of another version, or damaged' : '';
  const where = step === null ? `from the beginning${why}` : `from step ${step}`;
  return {
    type: 'job_restarted' as const,
    message: `Job restarted: training resumes ${where}.`,
    ...(step !== null && { step, offset: step }),
  };
}

type Step = Extract<FineTuneEvent, { kind: 'step' }>;
type Evaluation = Extract<FineTuneEvent, { kind: 'evaluation' }>;

/** `Step 12/300: training loss=2.3104, learning rate=4.8e-4, gradient norm=1.92` */
export function stepMessage({ step, loss, learningRate, gradNorm }: Step, totalSteps: number): string {
  const rate = Number(learningRate.toPrecision(4)).toExponential();
  const norm = Number(gradNorm.toPrecision(4));
  return `Step ${step}/${totalSteps}: training loss=${lossText(loss)}, learning rate=${rate}, gradient norm=${norm}`;
}

export function evaluationMessage({ step, loss }: Evaluation, totalSteps: number): string {
  return `Step ${step}/${totalSteps}: evaluation loss=${lossText(loss)}`;
}

/** At least four decimals and four significant digits: a memorized loss is more than 0.0010. */
function lossText(loss: number): string {
  const zeros = loss > 0 && loss < 0.1 ? Math.ceil(-Math.log10(loss)) - 1 : 0;
  return loss.toFixed(Math.min(12, 4 + zeros));
}

export function readMessage(what: string, name: string, { lines, bytes, tokens }: FileReport): string {
  return `${what} ${name} read: ${count(lines, 'line')}, ${count(bytes, 'byte')}, ${count(tokens, 'token')}.`;
}

export function problemMessage(what: string, name: string, { problems, problemCount }: FileReport): string {
  const shown = problems.slice(0, shownProblems).map(({ line, message }) => `Line ${line}: ${message}`);
  const rest = problemCount - shown.length;
  const more = rest > 0 ? ` And ${rest} more.` : '';
  return `${what} ${name} cannot be used. ${shown.join(' ')}${more}`;
}

export function count(number: number, thing: string): string {
  return `${number.toLocaleString('en-US')} ${thing}${number === 1 ? '' : 's'}`;
}

const shownProblems = 5;
