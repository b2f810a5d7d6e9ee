import { expect, it } from 'vitest';
import { at } from '#lib/at.ts';
import { Random } from '#lib/random.ts';
import { bindReferenceKernels } from '#service/engine/testing/reference-kernels.ts';
import { type Kernels, createSpace, type Space } from './kernels.ts';
import { gemmScratch, innerBlock } from './matrix.ts';

const floats = 1 << 16;

/** The same random memory twice, once with the assembled kernels, once with the reference. */
function twins(seed: number): { fast: Space; plain: Space; address: (index: number) => number } {
  const [fast, plain] = [createSpace(), createSpace(bindReferenceKernels)];
  const base = fast.allocate(floats);
  plain.allocate(floats);
  const random = new Random(seed);
  const values = Float32Array.from({ length: floats }, () => random.normal());
  for (const space of [fast, plain]) space.view(base, floats).set(values);
  return { fast, plain, address: (index) => base + index * 4 };
}

type Call = (kernels: Kernels, address: (index: number) => number, space: Space) => number | void;

/** Runs the same calls on both memories; returns the largest relative difference in results and memory. */
function worstDifference(seed: number, ...calls: readonly Call[]): number {
  let worst = 0;
  for (const call of calls) {
    const { fast, plain, address } = twins(seed);
    const compare = (a: number, b: number): void => {
      worst = Math.max(worst, Math.abs(a - b) / (1 + Math.abs(b)));
    };
    compare(call(fast.kernels, address, fast) ?? 0, call(plain.kernels, address, plain) ?? 0);
    const [a, b] = [fast.view(address(0), floats), plain.view(address(0), floats)];
    for (let i = 0; i < floats; i++) compare(at(a, i), at(b, i));
  }
  return worst;
}

const scratch = floats - gemmScratch;

/** A product of a at 0 with b at 8,192 into c at 40,960; the scratch memory is not compared. */
const gemmCall =
  (rows: number, columns: number, inner: number, accumulate: 0 | 1): Call =>
  (k, a) => {
    const [aStride, bStride] = [inner * 4, columns * 4];
    k.gemm(
      rows,
      columns,
      inner,
      a(0),
      aStride,
      4,
      a(8192),
      bStride,
      a(40960),
      bStride,
      accumulate,
      a(scratch),
    );
    k.scale(a(scratch), 0, gemmScratch);
  };
const softmaxCall =
  (length: number): Call =>
  (k, a) =>
    k.causalSoftmax(a(64), length, 64, 0.3);
const attendCall =
  (positions: number): Call =>
  (k, a, space) => {
    // Three pages, not in the order of their addresses; keys and values are 32 wide and 100 apart.
    new Int32Array(space.floats.buffer, a(0), 3).set([a(8192), a(4096), a(16384)]);
    k.attend(a(16), a(0), 40 * 4, 72 * 4, 100 * 4, positions, 32, a(40960), a(floats - 64), 0.2);
    k.scale(a(floats - 64), 0, 64);
    k.scale(a(0), 0, 4);
  };
const normCall =
  (accumulate: 0 | 1): Call =>
  (k, a) => {
    k.rmsNorm(5, 32, a(0), a(512), a(1024), a(2048));
    k.rmsNormBackward(5, 32, a(0), a(512), a(2048), a(4096), a(5120), a(6144), accumulate);
  };

const cases: readonly (readonly [name: string, ...calls: Call[]])[] = [
  ['gemm of one row', gemmCall(1, 8, 4, 0), gemmCall(1, 8, 4, 1)],
  ['gemm of rows that do not fill the last tile', gemmCall(7, 24, 40, 0), gemmCall(7, 24, 40, 1)],
  [
    'gemm over more than one block',
    gemmCall(5, 40, innerBlock + 100, 0),
    gemmCall(5, 40, innerBlock + 100, 1),
  ],
  [
    'gemm of a transposed factor',
    (k, a) => {
      k.gemm(9, 16, 20, a(0), 4, 9 * 4, a(8192), 16 * 4, a(40960), 24 * 4, 1, a(scratch));
      k.scale(a(scratch), 0, gemmScratch);
    },
  ],
  [
    'gemv, in panels of 32 columns and the rest',
    (k, a) => k.gemv(72, 50, a(0), a(64), 72 * 4, a(8192), 0),
    (k, a) => k.gemv(72, 50, a(0), a(64), 72 * 4, a(8192), 1),
  ],
  ['transpose', (k, a) => k.transpose(12, 20, a(0), 24 * 4, a(4096), 16 * 4)],
  ['addTo and scale', (k, a) => k.addTo(a(0), a(512), 100), (k, a) => k.scale(a(256), 0.3, 100)],
  ['dot and maximum', (k, a) => k.dot(a(0), a(256), 200), (k, a) => k.maximum(a(1024), 300)],
  [
    'exponentialSum, in place and elsewhere, with tiny and huge results',
    (k, a) => {
      k.scale(a(0), 20, 400);
      return k.exponentialSum(a(0), a(0), 400, 1, 60) + k.exponentialSum(a(4096), a(512), 400, 0.7, 2);
    },
  ],
  ['causalSoftmax of any length', ...[1, 3, 4, 29, 64].map(softmaxCall)],
  [
    'softmaxBackward',
    (k, a) => {
      k.causalSoftmax(a(0), 40, 40, 1);
      k.softmaxBackward(a(0), a(128), 40, 0.25);
    },
  ],
  ['attend over any number of positions', ...[1, 6, 16, 17, 33, 48].map(attendCall)],
  ['rmsNorm and its gradient', normCall(0), normCall(1)],
  [
    'rotate, there and back',
    (k, a) => k.rotate(a(0), 3, 8, a(512), a(520), 1),
    (k, a) => k.rotate(a(1024), 2, 8, a(512), a(520), -1),
  ],
  [
    'swiglu and its gradient',
    (k, a) => k.swiglu(a(0), a(512), a(1024), 100),
    (k, a) => k.swigluBackward(a(0), a(512), a(2048), a(3072), a(4096), 100),
  ],
  [
    'adamW',
    (k, a) => {
      k.exponentialSum(a(3072), a(3072), 200, 1, 0);
      k.adamW(a(0), a(1024), a(2048), a(3072), 200, 0.01, 0.1, 0.5, 0.9, 0.95, 1e-8, 10, 20);
    },
  ],
];

it.each(cases.map(([name, ...calls]) => ({ name, calls })))(
  'agrees with plain JavaScript: $name',
  ({ calls }) => {
    expect(worstDifference(1, ...calls)).toBeLessThan(3e-5);
  },
);

it('gives a row the same bits alone, in a batch and in gemv', () => {
  const { fast, address } = twins(20);
  const { kernels } = fast;
  const [rows, columns, inner] = [6, 40, 352];
  const bits = (start: number): number[] => [
    ...new Uint32Array(fast.view(address(start), columns).slice().buffer),
  ];
  for (const accumulate of [0, 1] as const) {
    for (let row = 0; row < rows; row++) {
      fast.view(address(40000 + row * columns), columns).fill(row / 7);
      fast.view(address(41000), columns).fill(row / 7);
      kernels.gemv(
        columns,
        inner,
        address(row * inner),
        address(8192),
        columns * 4,
        address(41000),
        accumulate,
      );
      fast.view(address(42000 + row * columns), columns).set(fast.view(address(41000), columns));
    }
    kernels.gemm(
      rows,
      columns,
      inner,
      address(0),
      inner * 4,
      4,
      address(8192),
      columns * 4,
      address(40000),
      columns * 4,
      accumulate,
      address(50000),
    );
    for (let row = 0; row < rows; row++)
      expect(bits(40000 + row * columns)).toEqual(bits(42000 + row * columns));
  }
});
