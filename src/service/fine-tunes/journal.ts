// What a training tells, written down as it comes: figures of every step, events, checkpoints.
import { relative, sep } from 'node:path';
import type { FineTuneEvent } from '#service/engine/fine-tuning/contract.ts';
import type { Store } from '#service/store/store.ts';
import type { Life } from './life.ts';
import { count, evaluationMessage, stepMessage } from './messages.ts';
import { isTold } from './thinning.ts';

/** What a journal writes with. */
export interface JournalParts {
  readonly store: Store;
  readonly life: Life;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** The data folder: paths are kept below it. */
  readonly home: string;
  /** Makes a checkpoint a model that can be asked. */
  readonly onCheckpoint: (checkpoint: { step: number; path: string; isFinal: boolean }) => void;
}

/**
 * Takes the events of one training. When a call returns, what it was told is on the disk. A training that was resumed
 * repeats steps, with the same figures; what is known already is not written twice. One that begins anew replaces them.
 */
export function keepJournal(id: string, parts: JournalParts): (event: FineTuneEvent) => void {
  const { store, life, clock, home, onCheckpoint } = parts;
  let totalSteps = 0;
  let tokens = 0;

  const isFirstStart = !store.events.list(id).some(({ type }) => type === 'training_start');

  const handle = (event: FineTuneEvent): void => {
    switch (event.kind) {
      case 'planned': {
        totalSteps = event.totalSteps;
        const { tokenCount, paramCount, evalSteps } = event;
        store.fineTunes.change(id, { totalSteps, tokenCount, paramCount, evalSteps }, clock());
        if (event.isAnew) {
          store.metrics.clear(id);
          store.fineTunes.change(id, { epochsCompleted: 0 }, clock());
        }
        life.note(id, isFirstStart ? startOf(event) : restartOf(event));
        break;
      }
      case 'step': {
        const { step, epoch, loss, learningRate, gradNorm } = event;
        tokens = event.tokens;
        const row = { step, createdAt: clock(), epoch, loss, learningRate, gradientNorm: gradNorm };
        const isNew = store.metrics.add(id, { ...row, kind: 'train' });
        if (!isNew) break;
        store.fineTunes.change(id, {}, clock());
        if (isTold(step, totalSteps)) {
          life.note(id, { type: 'training_step', message: stepMessage(event, totalSteps), step, tokens });
        }
        break;
      }
      case 'evaluation': {
        const { step, loss } = event;
        const row = { step, createdAt: clock(), epoch: null, loss, learningRate: null, gradientNorm: null };
        if (store.metrics.add(id, { ...row, kind: 'evaluation' })) {
          life.note(id, {
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
          life.note(id, { type: 'epoch_complete', message, step, tokens });
        }
        break;
      }
      case 'checkpoint': {
        const { step, isFinal } = event;
        const path = relative(home, event.file).replaceAll(sep, '/');
        const message = `Checkpoint saved at step ${step}.`;
        if (store.checkpoints.add(id, { step, isFinal, path, createdAt: clock() })) {
          life.note(id, { type: 'checkpoint_save', message, step, tokens, checkpointPath: path });
        }
        onCheckpoint({ step, path, isFinal });
        break;
      }
      case 'done':
      case 'failed':
        break;
    }
  };
  return (event) => store.transaction(() => handle(event));
}

type Planned = Extract<FineTuneEvent, { kind: 'planned' }>;

function startOf({ totalSteps, tokenCount, paramCount, batchSize }: Planned) {
  const sizes = `${count(totalSteps, 'step')} in batches of ${batchSize}, ${count(tokenCount, 'token')}`;
  return {
    type: 'training_start' as const,
    message: `Training started: ${sizes}, ${count(paramCount, 'parameter')}.`,
  };
}

function restartOf({ resumedFromStep: step, isAnew }: Planned) {
  const why = isAnew ? ': the state that was saved is of another version, or damaged' : '';
  const where = step === null ? `from the beginning${why}` : `from step ${step}`;
  return {
    type: 'job_restarted' as const,
    message: `Job restarted: training goes on ${where}.`,
    ...(step !== null && { step, offset: step }),
  };
}
