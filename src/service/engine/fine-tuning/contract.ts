// What fine-tuning offers to the rest of the service: what to train, and what is told while it runs.
import type { Conversion, Converted } from '#service/engine/model/model-file.ts';

/** A fine-tune to run. Numbers are what the interface's fields of the same names mean; ratios are 0 to 1. */
export interface FineTunePlan {
  /** The weight file that training starts from: a base model or a checkpoint. */
  readonly baseFile: string;
  /** JSONL of `{"text"}` or `{"prompt", "completion"}`. */
  readonly trainingFile: string;
  readonly validationFile: string | null;
  readonly nEpochs: number;
  /** Rows a step; `max` is MAX_BATCH_SIZE. */
  readonly batchSize: number | 'max';
  /** The peak, reached after the warm-up. */
  readonly learningRate: number;
  readonly scheduler: 'linear' | 'cosine';
  /** What is left of the learning rate at the end. */
  readonly minLrRatio: number;
  /** The share of all steps in which the learning rate rises; rounded to whole steps. */
  readonly warmupRatio: number;
  readonly weightDecay: number;
  /** Gradients are scaled down to this norm; 0 = never. */
  readonly maxGradNorm: number;
  /** Evaluations over the whole validation file, evenly spread, the last at the end; at most one a step. */
  readonly nEvals: number;
  /** Checkpoints, evenly spread, the last at the end; there is always that one. */
  readonly nCheckpoints: number;
  /** Whether prompts are learned, too; `auto` = no. A `text` is always learned whole. */
  readonly trainOnInputs: boolean | 'auto';
  /** The same plan, files and base give the same curve and weights, bit for bit. */
  readonly seed: number;
  /** Where checkpoints and the state to resume from are kept; made when it is missing. */
  readonly outputFolder: string;
}

/** The rows a step that `batchSize: 'max'` stands for: more is slower by the row on the embedded kernels. */
export const maxBatchSize = 8;

/**
 * What happens to a fine-tune, in order. A step's events are: step, evaluation, epoch, checkpoint. Everything after
 * the last saved state happens again when a run is resumed, with the same figures; nothing before it is missing. A state
 * that cannot be used makes a run begin anew.
 */
export type FineTuneEvent =
  /**
   * The data is read. `evalSteps` are the steps between two evaluations (0 = none), `tokenCount` those of all epochs.
   * `isAnew`: an earlier start has left a state that this program cannot go on from, so that all figures may differ.
   */
  | {
      kind: 'planned';
      totalSteps: number;
      tokenCount: number;
      paramCount: number;
      batchSize: number;
      evalSteps: number;
      resumedFromStep: number | null;
      isAnew: boolean;
    }
  /** Steps count from 1. `epoch` is how many are done, in fractions; `tokens` the tokens so far; loss in nats a token; norm before clipping. */
  | {
      kind: 'step';
      step: number;
      epoch: number;
      loss: number;
      learningRate: number;
      gradNorm: number;
      tokens: number;
    }
  /** The mean loss a token (nats) over the validation file. */
  | { kind: 'evaluation'; step: number; loss: number }
  /** Epoch number `epoch`, counted from 1, is complete. */
  | { kind: 'epoch'; epoch: number; step: number }
  /** A weight file that the engine can serve is on disk. */
  | { kind: 'checkpoint'; step: number; file: string; isFinal: boolean }
  /** The last event of a run that succeeded; `file` is the final checkpoint. */
  | { kind: 'done'; step: number; file: string }
  /** The last event of a run that cannot go on; the message is a sentence for people. */
  | { kind: 'failed'; message: string };

/** A fine-tune that runs in a thread of its own. */
export interface FineTuneRun {
  /**
   * Ends it within one step, keeping the state to resume from; no event comes after it has resolved. Without it, the
   * run ends by itself after `done` or `failed`. May be called at any time, and again.
   */
  stop(): Promise<void>;
}

/** A line of a training file that cannot be used; `line` counts from 1. */
export interface LineProblem {
  readonly line: number;
  readonly message: string;
}

/** What is in a training file. */
export interface FileReport {
  /** Lines that are not blank. */
  readonly lines: number;
  readonly bytes: number;
  /** Tokens of the base model, one `<|end|>` for each example included. */
  readonly tokens: number;
  /** The first 100 problems, in the order of lines. A file without any example is a problem of line 1. */
  readonly problems: readonly LineProblem[];
  /** All problems. */
  readonly problemCount: number;
}

/** To the trainer, `start` or `convert` first; `settled` answers `settle`. */
export type ToTrainer =
  | { readonly kind: 'start'; readonly plan: FineTunePlan }
  | { readonly kind: 'convert'; readonly conversion: Conversion }
  | { readonly kind: 'stop' }
  | { readonly kind: 'settled' };

/** From the trainer; `settle` asks to say when all events before it have been handled, the last two answer `convert`. */
export type FromTrainer =
  | { readonly kind: 'converted'; readonly converted: Converted }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'event'; readonly event: FineTuneEvent }
  | { readonly kind: 'settle' };
