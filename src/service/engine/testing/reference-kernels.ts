// Reference kernels in plain JavaScript, to check the assembled ones against.
import { at } from '#lib/at.ts';
import { pagePositions } from '#service/engine/kernels/attention.ts';
import type { Kernels } from '#service/engine/kernels/kernels.ts';
import { normEpsilon } from '#service/engine/kernels/rows.ts';

const count = (n: number): number[] => Array.from({ length: n }, (_, index) => index);
const sum = (values: Iterable<number>): number => [...values].reduce((a, b) => a + b, 0);
const dot = (a: Float32Array, b: Float32Array): number => sum(a.map((value, index) => value * at(b, index)));
const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** The same functions as `bindKernels`, one float at a time. */
export function bindReferenceKernels(memory: WebAssembly.Memory): Kernels {
  const floats = (): Float32Array => new Float32Array(memory.buffer);
  const read = (address: number, length: number): Float32Array =>
    floats().slice(address / 4, address / 4 + length);
  const write = (address: number, values: ArrayLike<number>): void => floats().set(values, address / 4);

  const gemm: Kernels['gemm'] = (rows, columns, inner, a, aRow, aColumn, b, bRow, c, cRow, accumulate) => {
    const memoryFloats = floats();
    const product = new Float32Array(rows * columns);
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j++) {
        let total = 0;
        for (let k = 0; k < inner; k++)
          total +=
            at(memoryFloats, (a + i * aRow + k * aColumn) / 4) * at(memoryFloats, (b + k * bRow) / 4 + j);
        product[i * columns + j] = total;
      }
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j++) {
        const target = (c + i * cRow) / 4 + j;
        memoryFloats[target] = at(product, i * columns + j) + (accumulate ? at(memoryFloats, target) : 0);
      }
  };
  return {
    gemm,
    gemv: (columns, inner, x, b, bRow, y, accumulate) =>
      gemm(1, columns, inner, x, inner * 4, 4, b, bRow, y, columns * 4, accumulate, 0),
    transpose(rows, columns, source, sourceStride, target, targetStride) {
      for (const row of count(rows))
        for (const column of count(columns))
          write(target + column * targetStride + row * 4, read(source + row * sourceStride + column * 4, 1));
    },
    dot: (a, b, length) => dot(read(a, length), read(b, length)),
    addTo(target, source, length) {
      const added = read(source, length);
      write(
        target,
        read(target, length).map((value, index) => value + at(added, index)),
      );
    },
    scale(target, factor, length) {
      write(
        target,
        read(target, length).map((value) => value * factor),
      );
    },
    maximum: (x, length) => Math.max(...read(x, length)),
    exponentialSum(target, source, length, factor, offset) {
      const values = read(source, length).map((value) => Math.exp(factor * (value - offset)));
      write(target, values);
      return sum(values);
    },
    causalSoftmax(row, length, width, factor) {
      const scores = read(row, length);
      const best = Math.max(...scores);
      const values = scores.map((value) => Math.exp(factor * (value - best)));
      const total = sum(values);
      const probabilities = new Float32Array(width);
      probabilities.set(values.map((value) => value / total));
      write(row, probabilities);
    },
    softmaxBackward(probabilities, d, length, factor) {
      const p = read(probabilities, length);
      const before = read(d, length);
      const total = dot(p, before);
      write(
        d,
        before.map((value, index) => factor * at(p, index) * (value - total)),
      );
    },
    attend(query, pages, keyOffset, valueOffset, stride, positions, width, output, _scores, factor) {
      const addresses = new Int32Array(memory.buffer, pages, Math.ceil(positions / pagePositions));
      const rowOf = (position: number, offset: number): Float32Array => {
        const page = at(addresses, Math.floor(position / pagePositions));
        return read(page + offset + (position % pagePositions) * stride, width);
      };
      const q = read(query, width);
      const scores = count(positions).map((position) => factor * dot(q, rowOf(position, keyOffset)));
      const best = Math.max(...scores);
      const weights = scores.map((score) => Math.exp(score - best));
      const total = sum(weights);
      const mixed = new Float64Array(width);
      for (const position of count(positions))
        for (const [index, value] of rowOf(position, valueOffset).entries())
          mixed[index] = at(mixed, index) + (at(weights, position) / total) * value;
      write(output, mixed);
    },
    rmsNorm(rows, width, x, gain, y, inverse) {
      const g = read(gain, width);
      for (const row of count(rows)) {
        const values = read(x + row * width * 4, width);
        const factor = 1 / Math.sqrt(dot(values, values) / width + normEpsilon);
        write(inverse + row * 4, [factor]);
        write(
          y + row * width * 4,
          values.map((value, index) => value * factor * at(g, index)),
        );
      }
    },
    rmsNormBackward(rows, width, x, gain, inverse, dy, dx, dGain, accumulate) {
      const g = read(gain, width);
      for (const row of count(rows)) {
        const values = read(x + row * width * 4, width);
        const d = read(dy + row * width * 4, width);
        const factor = at(read(inverse + row * 4, 1), 0);
        const back =
          (sum(values.map((value, index) => value * at(d, index) * at(g, index))) * factor ** 3) / width;
        const before = read(dx + row * width * 4, width);
        const gains = read(dGain, width);
        write(
          dGain,
          gains.map((value, index) => value + at(d, index) * at(values, index) * factor),
        );
        write(
          dx + row * width * 4,
          before.map(
            (value, index) =>
              (accumulate ? value : 0) + at(d, index) * at(g, index) * factor - at(values, index) * back,
          ),
        );
      }
    },
    rotate(x, heads, halfWidth, cosines, sines, direction) {
      const cosine = read(cosines, halfWidth);
      const sine = read(sines, halfWidth).map((value) => value * direction);
      for (const head of count(heads)) {
        const first = x + head * halfWidth * 8;
        const a = read(first, halfWidth);
        const b = read(first + halfWidth * 4, halfWidth);
        write(
          first,
          a.map((value, index) => value * at(cosine, index) - at(b, index) * at(sine, index)),
        );
        write(
          first + halfWidth * 4,
          a.map((value, index) => value * at(sine, index) + at(b, index) * at(cosine, index)),
        );
      }
    },
    swiglu(gate, up, hidden, length) {
      const u = read(up, length);
      write(
        hidden,
        read(gate, length).map((g, index) => g * sigmoid(g) * at(u, index)),
      );
    },
    swigluBackward(gate, up, dHidden, dGate, dUp, length) {
      const [g, u, d] = [read(gate, length), read(up, length), read(dHidden, length)];
      write(
        dUp,
        d.map((value, index) => value * at(g, index) * sigmoid(at(g, index))),
      );
      write(
        dGate,
        d.map((value, index) => {
          const s = sigmoid(at(g, index));
          return value * at(u, index) * s * (1 + at(g, index) * (1 - s));
        }),
      );
    },
    adamW(
      weight,
      gradient,
      mean,
      variance,
      length,
      learningRate,
      weightDecay,
      gradientScale,
      beta1,
      beta2,
      epsilon,
      meanCorrection,
      varianceCorrection,
    ) {
      const g = read(gradient, length).map((value) => value * gradientScale);
      const m = read(mean, length).map((value, index) => beta1 * value + (1 - beta1) * at(g, index));
      const v = read(variance, length).map((value, index) => beta2 * value + (1 - beta2) * at(g, index) ** 2);
      write(mean, m);
      write(variance, v);
      write(
        weight,
        read(weight, length).map((value, index) => {
          const step =
            (at(m, index) * meanCorrection) / (Math.sqrt(at(v, index) * varianceCorrection) + epsilon);
          return value - learningRate * (step + weightDecay * value);
        }),
      );
    },
  };
}
