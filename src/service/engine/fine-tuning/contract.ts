// Interface of fine-tuning: plans, events, training-file reports, worker messages.
import type { Conversion, Converted } from '#service/engine/model/model-file.ts';

/** Numbers mean what the API's fields of the same names mean; ratios are 0 to 1. */
export interface FineTunePlan {
  /** Weight file that training starts from: a base model or a checkpoint. */
  readonly baseFile: string;
  /** JSONL of `{"text"}` or `{"prompt", "completion"}`. */
  readonly trainingFile: string;
  readonly validationFile: string | null;
  readonly nEpochs: number;
  /** Rows per step; `max` is `maxBatchSize`. */
  readonly batchSize: number | 'max';
  /** The peak, reached after the warm-up. */
  readonly learningRate: number;
  readonly scheduler: 'linear' | 'cosine';
  /** Final learning rate relative to the peak. */
  readonly minLrRatio: number;
  /** Share of all steps with a rising learning rate; rounded to whole steps. */
  readonly warmupRatio: number;
  readonly weightDecay: number;
  /** Gradients are scaled down to this norm; 0 = never. */
  readonly maxGradNorm: number;
  /** Evaluations over the whole validation file, evenly spaced, the last at the end; at most one per step. */
  readonly nEvals: number;
  /** Checkpoints, evenly spaced; there is always one at the end. */
  readonly nCheckpoints: number;
  /** Whether prompts are learned too; `auto` = no. A `text` is always learned whole. */
  readonly trainOnInputs: boolean | 'auto';
  /** The same plan, files and base give the same curve and weights, bit for bit. */
  readonly seed: number;
  /** For checkpoints and the resume state; created if missing. */
  readonly outputFolder: string;
}

/** `batchSize: 'max'`: larger batches cost more time per row on the embedded kernels. */
export const maxBatchSize = 8;

/**
 * In order; within a step: step, evaluation, epoch, checkpoint. A resumed run repeats the events after the last saved
 * state with the same figures; no earlier ones are missing. An unusable state restarts the run.
 */
export type FineTuneEvent =
  /**
   * The data is read. `evalSteps`: steps between evaluations (0 = none); `tokenCount`: over all epochs. `isStateUnusable`: the
   * saved state of an earlier start was unusable, so all figures may differ.
   */
  | {
      kind: 'planned';
      totalSteps: number;
      tokenCount: number;
      paramCount: number;
      batchSize: number;
      evalSteps: number;
      resumedFromStep: number | null;
      isStateUnusable: boolean;
    }
  /**
   * Steps count from 1. `epoch`: epochs done, fractional; `tokens`: so far; loss in nats per token; norm before
   * clipping.
   */
  | {
      kind: 'step';
      step: number;
      epoch: number;
      loss: number;
      learningRate: number;
      gradNorm: number;
      tokens: number;
    }
  /** Mean loss in nats per token over the validation file. */
  | { kind: 'evaluation'; step: number; loss: number }
  /** Epochs count from 1. */
  | { kind: 'epoch'; epoch: number; step: number }
  /** A weight file that the engine can serve is on disk. */
  | { kind: 'checkpoint'; step: number; file: string; isFinal: boolean }
  /** Last event of a successful run; `file` is the final checkpoint. */
  | { kind: 'done'; step: number; file: string }
  /** Last event of a failed run; the message is a sentence for users. */
  | { kind: 'failed'; message: string };

export interface FineTuneRun {
  /**
   * Stops within one step and saves the state to resume from; no event follows once it resolves. Idempotent. A run
   * that is not stopped ends by itself after `done` or `failed`.
   */
  stop(): Promise<void>;
}

/** An unusable line of a training file; `line` counts from 1. */
export interface LineProblem {
  readonly line: number;
  readonly message: string;
}

export interface FileReport {
  /** Non-blank lines. */
  readonly lines: number;
  readonly bytes: number;
  /** In tokens of the base model, one `<|end|>` per example included. */
  readonly tokens: number;
  /** The first 100, queued order. A file without any example is a problem of line 1. */
  readonly problems: readonly LineProblem[];
  readonly problemCount: number;
}

/** `start` or `convert` comes first; `settled` answers `settle`. */
export type ToTrainer =
  | { readonly kind: 'start'; readonly plan: FineTunePlan }
  | { readonly kind: 'convert'; readonly conversion: Conversion }
  | { readonly kind: 'stop' }
  | { readonly kind: 'settled' };

/** `settle` asks to confirm that all earlier events were handled; the last two answer `convert`. */
export type FromTrainer =
  | { readonly kind: 'converted'; readonly converted: Converted }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'event'; readonly event: FineTuneEvent }
  | { readonly kind: 'settle' };
