// Matrix kernels: gemm, gemv, transpose.
import {
  advance,
  block,
  f32x4,
  floatAt,
  i32,
  loopWhile,
  repeatWhile,
  when,
  type Code,
  type Statement,
  type Variable,
  type FunctionScope,
  type ModuleBuilder,
} from './module.ts';

/**
 * Longest inner dimension summed in one go: up to it, a row's result depends neither on its neighbours nor on the
 * kernel.
 */
export const innerBlock = 512;

export const gemmScratch = 8 * innerBlock;

const { add, constant, lessSigned, lessUnsigned, mul, sub } = i32;
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const multiplyAdd = (sum: Variable<'v128'>, a: Code<'v128'>, b: Code<'v128'>): Statement =>
  sum.set(f32x4.add(sum, f32x4.mul(a, b)));

export function defineMatrixKernels(module: ModuleBuilder): void {
  module.define('gemm', 'none', gemm);
  module.define('gemv', 'none', gemv);
  module.define('transpose', 'none', transpose);
}

/** Tiles of 4 × 8 stay in registers; 8 columns of b are packed for sequential reads. */
function gemm(scope: FunctionScope): [Statement] {
  const [rows, columns, inner, a, aRowStride, aColumnStride] = scope.parameters('i32', 6);
  const [b, bRowStride, c, cRowStride, accumulate, scratch] = scope.parameters('i32', 6);
  const [start, depth, adding, row, column, from, to, end] = scope.locals('i32', 8);
  const tileRows = range(4).map(() => ({
    address: scope.local('i32'),
    left: scope.local('v128'),
    right: scope.local('v128'),
  }));
  const [bLeft, bRight, factor] = scope.locals('v128', 3);

  const storeTile = (tile: typeof tileRows): Statement =>
    block(
      to.set(floatAt(add(c, mul(row, cRowStride)), column)),
      ...tile.flatMap(({ left, right }) => [
        when(
          adding,
          block(left.set(f32x4.add(f32x4.load(to), left)), right.set(f32x4.add(f32x4.load(to, 16), right))),
        ),
        f32x4.store(to, left),
        f32x4.store(to, right, 16),
        advance(to, cRowStride),
      ]),
    );
  const computeTile = (count: number): Statement => {
    const tile = tileRows.slice(0, count);
    return block(
      from.set(add(add(a, mul(row, aRowStride)), mul(start, aColumnStride))),
      ...tile.flatMap(({ address, left, right }) => [
        address.set(from),
        left.set(f32x4.constant(0)),
        right.set(f32x4.constant(0)),
        advance(from, aRowStride),
      ]),
      from.set(scratch),
      // Not unrolled: Node 20 compiles an unrolled body to slower code (29 instead of 40 GFLOPS).
      repeatWhile(
        lessUnsigned(from, end),
        bLeft.set(f32x4.load(from)),
        bRight.set(f32x4.load(from, 16)),
        ...tile.flatMap(({ address, left, right }) => [
          factor.set(f32x4.loadSplat(address)),
          multiplyAdd(left, factor, bLeft),
          multiplyAdd(right, factor, bRight),
          advance(address, aColumnStride),
        ]),
        advance(from, 32),
      ),
      storeTile(tile),
      advance(row, count),
    );
  };
  const packColumns = block(
    from.set(floatAt(add(b, mul(start, bRowStride)), column)),
    to.set(scratch),
    end.set(add(scratch, i32.shiftLeft(depth, 5))),
    repeatWhile(
      lessUnsigned(to, end),
      f32x4.store(to, f32x4.load(from)),
      f32x4.store(to, f32x4.load(from, 16), 16),
      advance(from, bRowStride),
      advance(to, 32),
    ),
  );
  return [
    loopWhile(
      lessSigned(start, inner),
      depth.set(sub(inner, start)),
      when(i32.greaterSigned(depth, constant(innerBlock)), depth.set(constant(innerBlock))),
      adding.set(i32.or(accumulate, start)),
      column.set(constant(0)),
      loopWhile(
        lessSigned(column, columns),
        packColumns,
        row.set(constant(0)),
        loopWhile(lessSigned(add(row, constant(3)), rows), computeTile(4)),
        loopWhile(lessSigned(row, rows), computeTile(1)),
        advance(column, 8),
      ),
      advance(start, innerBlock),
    ),
  ];
}

/** Panels of 32 columns, then 8, without packing. */
function gemv(scope: FunctionScope): [Statement] {
  const [columns, inner, x, b, bRowStride, y, accumulate] = scope.parameters('i32', 7);
  const [column, from, end, weight] = scope.locals('i32', 4);
  const factor = scope.local('v128');
  const sums = range(8).map(() => scope.local('v128'));

  const computePanel = (width: number): Statement => {
    const panel = sums.slice(0, width);
    return block(
      ...panel.map((sum) => sum.set(f32x4.constant(0))),
      from.set(x),
      end.set(floatAt(x, inner)),
      weight.set(floatAt(b, column)),
      repeatWhile(
        lessUnsigned(from, end),
        factor.set(f32x4.loadSplat(from)),
        ...panel.map((sum, index) => multiplyAdd(sum, factor, f32x4.load(weight, index * 16))),
        advance(from, 4),
        advance(weight, bRowStride),
      ),
      from.set(floatAt(y, column)),
      when(
        accumulate,
        block(...panel.map((sum, index) => sum.set(f32x4.add(f32x4.load(from, index * 16), sum)))),
      ),
      ...panel.map((sum, index) => f32x4.store(from, sum, index * 16)),
      advance(column, width * 4),
    );
  };
  return [
    block(
      loopWhile(lessSigned(add(column, constant(31)), columns), computePanel(8)),
      loopWhile(lessSigned(column, columns), computePanel(2)),
    ),
  ];
}

/** Blocks of 4 × 4. */
function transpose(scope: FunctionScope): [Statement] {
  const [rows, columns, source, sourceStride, target, targetStride] = scope.parameters('i32', 6);
  const [row, column, address] = scope.locals('i32', 3);
  const [a, b, c, d, lowAb, lowCd, highAb, highCd] = scope.locals('v128', 8);
  const store = (value: Code<'v128'>): Statement =>
    block(f32x4.store(address, value), advance(address, targetStride));

  return [
    loopWhile(
      lessSigned(row, rows),
      column.set(constant(0)),
      loopWhile(
        lessSigned(column, columns),
        address.set(floatAt(add(source, mul(row, sourceStride)), column)),
        ...[a, b, c, d].map((part) => block(part.set(f32x4.load(address)), advance(address, sourceStride))),
        lowAb.set(f32x4.shuffle(a, b, [0, 4, 1, 5])),
        lowCd.set(f32x4.shuffle(c, d, [0, 4, 1, 5])),
        highAb.set(f32x4.shuffle(a, b, [2, 6, 3, 7])),
        highCd.set(f32x4.shuffle(c, d, [2, 6, 3, 7])),
        address.set(floatAt(add(target, mul(column, targetStride)), row)),
        store(f32x4.shuffle(lowAb, lowCd, [0, 1, 4, 5])),
        store(f32x4.shuffle(lowAb, lowCd, [2, 3, 6, 7])),
        store(f32x4.shuffle(highAb, highCd, [0, 1, 4, 5])),
        store(f32x4.shuffle(highAb, highCd, [2, 3, 6, 7])),
        advance(column, 4),
      ),
      advance(row, 4),
    ),
  ];
}
