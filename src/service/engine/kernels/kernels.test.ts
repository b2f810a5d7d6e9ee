import { describe, expect, it } from 'vitest';
import { at } from '#lib/at.ts';
import { Random } from '#lib/random.ts';
import type { Kernels } from './kernels.ts';
import { GEMM_SCRATCH, INNER_BLOCK } from './matrix.ts';
import { bindReferenceKernels } from './reference.ts';
import { createSpace, type Space } from './space.ts';

const FLOATS = 1 << 16;

/** The same random memory twice, one with the assembled kernels, one with the reference. */
function twins(seed: number): { fast: Space; plain: Space; address: (index: number) => number } {
  const [fast, plain] = [createSpace(), createSpace(bindReferenceKernels)];
  const base = fast.allocate(FLOATS);
  plain.allocate(FLOATS);
  const random = new Random(seed);
  const values = Float32Array.from({ length: FLOATS }, () => random.normal());
  for (const space of [fast, plain]) space.view(base, FLOATS).set(values);
  return { fast, plain, address: (index) => base + index * 4 };
}

/** Runs the same call on both memories and compares everything that it wrote and returned. */
function agrees(
  seed: number,
  call: (kernels: Kernels, address: (index: number) => number) => number | void,
): void {
  const { fast, plain, address } = twins(seed);
  const results = [call(fast.kernels, address), call(plain.kernels, address)];
  expect(results[0] ?? 0).toBeCloseTo(results[1] ?? 0, 3);
  const [a, b] = [fast.view(address(0), FLOATS), plain.view(address(0), FLOATS)];
  let worst = 0;
  for (let i = 0; i < FLOATS; i++)
    worst = Math.max(worst, Math.abs(at(a, i) - at(b, i)) / (1 + Math.abs(at(b, i))));
  expect(worst).toBeLessThan(3e-5);
}

describe('assembled kernels agree with plain JavaScript', () => {
  const sizes: [number, number, number][] = [
    [1, 8, 4],
    [7, 24, 40],
    [5, 40, INNER_BLOCK + 100],
  ];
  it.each(sizes)('gemm of %i × %i over %i, plain and added', (rows, columns, inner) => {
    for (const accumulate of [0, 1] as const)
      agrees(1, (k, a) => {
        k.gemm(
          rows,
          columns,
          inner,
          a(0),
          inner * 4,
          4,
          a(8192),
          columns * 4,
          a(40960),
          columns * 4,
          accumulate,
          a(FLOATS - GEMM_SCRATCH),
        );
        // The scratch memory may hold anything.
        k.scale(a(FLOATS - GEMM_SCRATCH), 0, GEMM_SCRATCH);
      });
  });
  it('gemm of a transposed factor', () => {
    agrees(2, (k, a) => {
      k.gemm(9, 16, 20, a(0), 4, 9 * 4, a(8192), 16 * 4, a(40960), 24 * 4, 1, a(FLOATS - GEMM_SCRATCH));
      k.scale(a(FLOATS - GEMM_SCRATCH), 0, GEMM_SCRATCH);
    });
  });
  it('gemv, in panels of 32 columns and the rest', () => {
    for (const accumulate of [0, 1] as const)
      agrees(3, (k, a) => k.gemv(72, 50, a(0), a(64), 72 * 4, a(8192), accumulate));
  });
  it('transpose', () => agrees(4, (k, a) => k.transpose(12, 20, a(0), 24 * 4, a(4096), 16 * 4)));
  it('dot, addTo, scale, maximum', () => {
    agrees(5, (k, a) => {
      k.addTo(a(0), a(512), 100);
      k.scale(a(256), 0.3, 100);
      return k.dot(a(0), a(256), 200) + k.maximum(a(1024), 300);
    });
  });
  it('exponentialSum, in place and elsewhere, over the whole clamped range', () => {
    agrees(6, (k, a) => {
      k.scale(a(0), 20, 400);
      return k.exponentialSum(a(0), a(0), 400, 1, 60) + k.exponentialSum(a(4096), a(512), 400, 0.7, 2);
    });
  });
  it.each([1, 3, 4, 29, 64])('causalSoftmax of the first %i of 64', (length) => {
    agrees(7, (k, a) => k.causalSoftmax(a(64), length, 64, 0.3));
  });
  it('softmaxBackward', () => {
    agrees(8, (k, a) => {
      k.causalSoftmax(a(0), 40, 40, 1);
      k.softmaxBackward(a(0), a(128), 40, 0.25);
    });
  });
  it.each([1, 6, 33])('attend over %i positions', (positions) => {
    agrees(9, (k, a) => {
      k.attend(a(0), a(128), a(160), 256 * 4, positions, 32, a(40960), a(FLOATS - 64), 0.2);
      k.scale(a(FLOATS - 64), 0, 64);
    });
  });
  it('rmsNorm and its gradient, plain and added', () => {
    for (const accumulate of [0, 1] as const)
      agrees(10, (k, a) => {
        k.rmsNorm(5, 32, a(0), a(512), a(1024), a(2048));
        k.rmsNormBackward(5, 32, a(0), a(512), a(2048), a(4096), a(5120), a(6144), accumulate);
      });
  });
  it('rotate, there and back', () => {
    agrees(11, (k, a) => {
      k.rotate(a(0), 3, 8, a(512), a(520), 1);
      k.rotate(a(1024), 2, 8, a(512), a(520), -1);
    });
  });
  it('swiglu and its gradient', () => {
    agrees(12, (k, a) => {
      k.swiglu(a(0), a(512), a(1024), 100);
      k.swigluBackward(a(0), a(512), a(2048), a(3072), a(4096), 100);
    });
  });
  it('adamW', () => {
    agrees(13, (k, a) => {
      k.exponentialSum(a(3072), a(3072), 200, 1, 0);
      k.adamW(a(0), a(1024), a(2048), a(3072), 200, 0.01, 0.1, 0.5, 0.9, 0.95, 1e-8, 10, 20);
    });
  });
});

it('gives a row the same bits alone, among others and in gemv', () => {
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
