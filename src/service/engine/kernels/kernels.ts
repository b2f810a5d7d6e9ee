// Numerical kernels, compiled once and bound to WebAssembly memory.
import { defineAttentionKernels } from './attention.ts';
import { defineElementwiseKernels, defineExponential } from './elementwise.ts';
import { defineMatrixKernels } from './matrix.ts';
import { ModuleBuilder } from './module.ts';
import { defineRowKernels } from './rows.ts';

/**
 * Over float32 memory. Addresses and strides in bytes, counts in floats; addresses are multiples of 16, counts and
 * widths of 4, columns of a product of 8.
 */
export interface Kernels {
  /** c = a b, or += with `accumulate`; two strides let a be read transposed. */
  gemm(
    rows: number,
    columns: number,
    inner: number,
    a: number,
    aRowStride: number,
    aColumnStride: number,
    b: number,
    bRowStride: number,
    c: number,
    cRowStride: number,
    accumulate: 0 | 1,
    scratch: number,
  ): void;
  /** y = x b, or +=; bit-identical to `gemm` of one row while inner <= innerBlock. */
  gemv(
    columns: number,
    inner: number,
    x: number,
    b: number,
    bRowStride: number,
    y: number,
    accumulate: 0 | 1,
  ): void;
  transpose(
    rows: number,
    columns: number,
    source: number,
    sourceStride: number,
    target: number,
    targetStride: number,
  ): void;
  dot(a: number, b: number, count: number): number;
  addTo(target: number, source: number, count: number): void;
  scale(target: number, factor: number, count: number): void;
  maximum(x: number, count: number): number;
  /** target = exp(factor (source - offset)); returns the sum; target may be source. */
  exponentialSum(target: number, source: number, count: number, factor: number, offset: number): number;
  /** Softmax of factor * row over `length` floats, then zeros to `width`. */
  causalSoftmax(row: number, length: number, width: number, factor: number): void;
  /** d(softmax) to d(scores before the factor), in place. */
  softmaxBackward(probabilities: number, d: number, count: number, factor: number): void;
  /**
   * `pages` points to int32 page addresses; in each page, keys and values start at their offsets, `stride` apart.
   * `scores` has room for the positions rounded up to 4.
   */
  attend(
    query: number,
    pages: number,
    keyOffset: number,
    valueOffset: number,
    stride: number,
    positions: number,
    width: number,
    output: number,
    scores: number,
    factor: number,
  ): void;
  /** y = x / rms(x) * gain; `inverse` gets 1 / rms(x). */
  rmsNorm(rows: number, width: number, x: number, gain: number, y: number, inverse: number): void;
  /** dx = (or +=), dGain +=. */
  rmsNormBackward(
    rows: number,
    width: number,
    x: number,
    gain: number,
    inverse: number,
    dy: number,
    dx: number,
    dGain: number,
    accumulate: 0 | 1,
  ): void;
  /** `heads` of 2 * halfWidth floats, by the angles of one position. */
  rotate(
    x: number,
    heads: number,
    halfWidth: number,
    cosines: number,
    sines: number,
    direction: 1 | -1,
  ): void;
  /** hidden = gate sigmoid(gate) up. */
  swiglu(gate: number, up: number, hidden: number, count: number): void;
  swigluBackward(gate: number, up: number, dHidden: number, dGate: number, dUp: number, count: number): void;
  /** Corrections are 1 / (1 - beta^step). */
  adamW(
    weight: number,
    gradient: number,
    mean: number,
    variance: number,
    count: number,
    learningRate: number,
    weightDecay: number,
    gradientScale: number,
    beta1: number,
    beta2: number,
    epsilon: number,
    meanCorrection: number,
    varianceCorrection: number,
  ): void;
}

let compiled: WebAssembly.Module | null = null;

function bindKernels(memory: WebAssembly.Memory): Kernels {
  compiled ??= new WebAssembly.Module(assembleKernels());
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
  if (!areKernels(exports)) throw new Error('the assembled module lacks a kernel');
  return exports;
}

function assembleKernels(): Uint8Array<ArrayBuffer> {
  const module = new ModuleBuilder();
  const exponential = defineExponential(module);
  defineMatrixKernels(module);
  defineElementwiseKernels(module, exponential);
  defineAttentionKernels(module, exponential);
  defineRowKernels(module);
  return module.assemble();
}

/** Not each by its name: the tests call them all. */
function areKernels(exports: WebAssembly.Exports): exports is WebAssembly.Exports & Kernels {
  return 'gemm' in exports;
}

const page = 65536;

/** Byte addresses, multiples of 16; nothing is ever freed. */
export interface Space {
  readonly kernels: Kernels;
  /** May be replaced by `allocate`. */
  readonly floats: Float32Array;
  /** Zeroed. Pages never written take no physical memory. */
  allocate(count: number): number;
  /** Valid until the next `allocate`. */
  view(address: number, count: number): Float32Array;
}

/** Tests bind the reference kernels. */
export function createSpace(bind: (memory: WebAssembly.Memory) => Kernels = bindKernels): Space {
  const memory = new WebAssembly.Memory({ initial: 1 });
  let floats = new Float32Array(memory.buffer);
  let used = 64;
  return {
    kernels: bind(memory),
    get floats() {
      return floats;
    },
    allocate(count) {
      const address = used;
      used += Math.ceil(count / 16) * 64;
      const missing = used - memory.buffer.byteLength;
      if (missing > 0) {
        memory.grow(Math.ceil(missing / page));
        floats = new Float32Array(memory.buffer);
      }
      return address;
    },
    view: (address, count) => floats.subarray(address / 4, address / 4 + count),
  };
}
