// Trainer: forward, backward, gradient clipping, AdamW.
import { createSpace, type Space } from '#service/engine/kernels/kernels.ts';
import {
  allocateTraining,
  tensorAt,
  type TrainingMemory,
  forward,
  type Batch,
  type Loss,
} from './forward.ts';
import { backward } from './backward.ts';
import type { ModelShape } from './shape.ts';

interface StepOptions {
  readonly learningRate: number;
  readonly weightDecay: number;
  /** 0 for no clipping. */
  readonly maxGradNorm: number;
}

/** Mean loss in nats, norm before clipping, counted targets. */
interface StepResult {
  readonly loss: number;
  readonly gradientNorm: number;
  readonly count: number;
}

export interface OptimizerState {
  readonly means: Float32Array<ArrayBuffer>;
  readonly variances: Float32Array<ArrayBuffer>;
  readonly steps: number;
}

const [beta1, beta2, epsilon] = [0.9, 0.95, 1e-8];

/** `length` must be a multiple of 8 within the context. */
export class Trainer {
  readonly #memory: TrainingMemory;
  #steps = 0;

  constructor(
    shape: ModelShape,
    weights: Float32Array,
    size: { readonly batch: number; readonly length: number },
    space: Space = createSpace(),
  ) {
    this.#memory = allocateTraining(space, shape, size.batch, size.length);
    this.weights.set(weights);
  }

  /** Not a copy; laid out by `layoutOf(shape)`. */
  get weights(): Float32Array {
    return this.#all(this.#memory.weights);
  }

  /** Not a copy. */
  get gradients(): Float32Array {
    return this.#all(this.#memory.gradients);
  }

  /** A copy. */
  get optimizer(): OptimizerState {
    return {
      means: this.#all(this.#memory.means).slice(),
      variances: this.#all(this.#memory.variances).slice(),
      steps: this.#steps,
    };
  }

  set optimizer(state: OptimizerState) {
    this.#all(this.#memory.means).set(state.means);
    this.#all(this.#memory.variances).set(state.variances);
    this.#steps = state.steps;
  }

  evaluate(batch: Batch): Loss {
    return forward(this.#memory, batch, false);
  }

  /** Sets the gradients of the mean loss. */
  accumulate(batches: readonly Batch[]): Loss {
    this.gradients.fill(0);
    const count = batches.reduce(
      (sum, { targets }) => sum + targets.filter((target) => target >= 0).length,
      0,
    );
    const divisor = Math.max(1, count);
    let loss = 0;
    for (const batch of batches) {
      loss += forward(this.#memory, batch, true).loss;
      backward(this.#memory, batch.tokens, divisor);
    }
    return { loss: loss / divisor, count };
  }

  step(batches: readonly Batch[], options: StepOptions): StepResult {
    const { loss, count } = this.accumulate(batches);
    return { loss, count, gradientNorm: this.#update(options) };
  }

  #update({ learningRate, weightDecay, maxGradNorm }: StepOptions): number {
    const { space, layout, weights, gradients, means, variances } = this.#memory;
    const { kernels } = space;
    const norm = Math.sqrt(kernels.dot(gradients, gradients, layout.total));
    const gradientScale = maxGradNorm > 0 && norm > maxGradNorm ? maxGradNorm / norm : 1;
    this.#steps++;
    const [mean, variance] = [1 / (1 - beta1 ** this.#steps), 1 / (1 - beta2 ** this.#steps)];
    for (const tensor of layout.tensors)
      kernels.adamW(
        tensorAt(weights, tensor),
        tensorAt(gradients, tensor),
        tensorAt(means, tensor),
        tensorAt(variances, tensor),
        tensor.rows * tensor.columns,
        learningRate,
        tensor.decays ? weightDecay : 0,
        gradientScale,
        beta1,
        beta2,
        epsilon,
        mean,
        variance,
      );
    return norm;
  }

  #all(address: number): Float32Array {
    return this.#memory.space.view(address, this.#memory.layout.total);
  }
}
