// Fine-tuning interface: plans, events, file reports, worker messages.
import type { Conversion, Converted } from '#service/engine/model/model-file.ts';

/** As the API's fields of the same names. */
export interface FineTunePlan {
  /** A base model or a checkpoint. */
  readonly baseFile: string;
  /** JSONL of `{"text"}` or `{"prompt", "completion"}`. */
  readonly trainingFile: string;
  readonly validationFile: string | null;
  readonly nEpochs: number;
  /** Rows per step. */
  readonly batchSize: number | 'max';
  /** The peak. */
  readonly learningRate: number;
  readonly scheduler: 'linear' | 'cosine';
  /** Relative to the peak. */
  readonly minLrRatio: number;
  /** Of all steps. */
  readonly warmupRatio: number;
  readonly weightDecay: number;
  /** 0 for no clipping. */
  readonly maxGradNorm: number;
  /** Evenly spaced, the last at the end; at most one per step. */
  readonly nEvals: number;
  /** Evenly spaced; always one at the end. */
  readonly nCheckpoints: number;
  /** `auto` for no. A `text` is learned whole. */
  readonly trainOnInputs: boolean | 'auto';
  /** Same plan and files, same curve and weights, bit for bit. */
  readonly seed: number;
  /** Created if missing. */
  readonly outputFolder: string;
}

/** Larger batches take longer per row on these kernels. */
export const maxBatchSize = 8;

/**
 * Within a step: step, evaluation, epoch, checkpoint. A resumed run repeats all events after the saved state, with the
 * same figures.
 */
export type FineTuneEvent =
  /**
   * `evalSteps`: steps between evaluations, 0 for none; `tokenCount`: over all epochs; `cutCount`: lines longer than
   * the `rowLength`, in tokens. If `isStateUnusable`, the run starts over.
   */
  | {
      kind: 'planned';
      totalSteps: number;
      tokenCount: number;
      paramCount: number;
      batchSize: number;
      evalSteps: number;
      rowLength: number;
      cutCount: number;
      resumedFromStep: number | null;
      isStateUnusable: boolean;
    }
  /** From step 1. `epoch` is fractional; loss in nats per token; norm before clipping. */
  | {
      kind: 'step';
      step: number;
      epoch: number;
      loss: number;
      learningRate: number;
      gradNorm: number;
      tokens: number;
    }
  /** Nats per token. */
  | { kind: 'evaluation'; step: number; loss: number }
  /** From epoch 1. */
  | { kind: 'epoch'; epoch: number; step: number }
  | { kind: 'checkpoint'; step: number; file: string; isFinal: boolean }
  | { kind: 'done' }
  /** A sentence for users. */
  | { kind: 'failed'; message: string };

export interface FineTuneRun {
  /** Within one step, saving the state; no event follows. Idempotent. */
  stop(): Promise<void>;
}

/** `line` counts from 1. */
export interface LineProblem {
  readonly line: number;
  readonly message: string;
}

export interface FileReport {
  /** Non-blank. */
  readonly lines: number;
  readonly bytes: number;
  /** With one `<|end|>` per example. */
  readonly tokens: number;
  /** The first 100. A file without examples is a problem of line 1. */
  readonly problems: readonly LineProblem[];
  readonly problemCount: number;
}

/** `settled` answers `settle`. */
export type ToTrainer =
  | { readonly kind: 'start'; readonly plan: FineTunePlan }
  | { readonly kind: 'convert'; readonly conversion: Conversion }
  | { readonly kind: 'stop' }
  | { readonly kind: 'settled' };

/** `settle` waits until earlier events are handled. */
export type FromTrainer =
  | { readonly kind: 'converted'; readonly converted: Converted }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'event'; readonly event: FineTuneEvent }
  | { readonly kind: 'settle' };
