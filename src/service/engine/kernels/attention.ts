// Attention kernels: causal softmax with its gradient, one query over the cache.
import { maximumOf } from './elementwise.ts';
import {
  advance,
  block,
  f32,
  f32x4,
  floatAt,
  i32,
  loopWhile,
  repeatWhile,
  type Code,
  type Statement,
  when,
  type Variable,
  type Definition,
  type FunctionScope,
  type ModuleBuilder,
} from './module.ts';

const { constant, lessSigned, lessUnsigned } = i32;
const { add, load, loadSplat, mul, splat, store, sub } = f32x4;
const lowest = f32.constant(-3e38);

/** Of the KV cache. */
export const pagePositions = 16;

export function defineAttentionKernels(module: ModuleBuilder, exponential: Definition<'v128'>): void {
  const maximum = module.define('maximum', 'f32', maximumKernel);
  const exponentialSum = module.define('exponentialSum', 'f32', (scope) =>
    exponentialSumKernel(scope, exponential),
  );
  module.define('causalSoftmax', 'none', (scope) => causalSoftmax(scope, maximum, exponentialSum));
  module.define('softmaxBackward', 'none', softmaxBackward);
  module.define('attend', 'none', (scope) => attend(scope, exponentialSum));
}

const padToFour = (base: Code<'i32'>, count: Variable<'i32'>, value: Code<'f32'>): Statement =>
  loopWhile(i32.and(count, constant(3)), f32.store(floatAt(base, count), value), advance(count, 1));

function maximumKernel(scope: FunctionScope): [Statement, Code<'f32'>] {
  const [x, count] = scope.parameters('i32', 2);
  const [end, best] = [scope.local('i32'), scope.local('v128')];
  return [
    block(
      end.set(floatAt(x, count)),
      best.set(load(x)),
      repeatWhile(lessUnsigned(x, end), best.set(f32x4.max(best, load(x))), advance(x, 16)),
    ),
    maximumOf(best),
  ];
}

function exponentialSumKernel(
  scope: FunctionScope,
  exponential: Definition<'v128'>,
): [Statement, Code<'f32'>] {
  const [target, source, count] = scope.parameters('i32', 3);
  const [factor, offset] = scope.parameters('f32', 2);
  const [end, value, sum] = [scope.local('i32'), scope.local('v128'), scope.local('v128')];
  return [
    block(
      end.set(floatAt(source, count)),
      repeatWhile(
        lessUnsigned(source, end),
        value.set(exponential.call(mul(sub(load(source), splat(offset)), splat(factor)))),
        store(target, value),
        sum.set(add(sum, value)),
        advance(source, 16),
        advance(target, 16),
      ),
    ),
    f32x4.sum(sum),
  ];
}

function causalSoftmax(
  scope: FunctionScope,
  maximum: Definition<'f32'>,
  exponentialSum: Definition<'f32'>,
): [Statement] {
  const [row, length, width] = scope.parameters('i32', 3);
  const factor = scope.parameter('f32');
  const [count, from, end] = scope.locals('i32', 3);
  const inverse = scope.local('f32');
  return [
    block(
      count.set(length),
      padToFour(row, count, lowest),
      inverse.set(
        f32.div(f32.constant(1), exponentialSum.call(row, row, count, factor, maximum.call(row, count))),
      ),
      from.set(row),
      end.set(floatAt(row, count)),
      repeatWhile(lessUnsigned(from, end), store(from, mul(load(from), splat(inverse))), advance(from, 16)),
      count.set(length),
      padToFour(row, count, f32.constant(0)),
      end.set(floatAt(row, width)),
      loopWhile(lessUnsigned(from, end), store(from, f32x4.constant(0)), advance(from, 16)),
    ),
  ];
}

/** d = factor p (d - p · d), row-wise. */
function softmaxBackward(scope: FunctionScope): [Statement] {
  const [p, d, count] = scope.parameters('i32', 3);
  const factor = scope.parameter('f32');
  const [fromP, fromD, end] = scope.locals('i32', 3);
  const [sum, total] = scope.locals('v128', 2);
  return [
    block(
      fromP.set(p),
      fromD.set(d),
      end.set(floatAt(p, count)),
      repeatWhile(
        lessUnsigned(fromP, end),
        sum.set(add(sum, mul(load(fromP), load(fromD)))),
        advance(fromP, 16),
        advance(fromD, 16),
      ),
      total.set(splat(f32x4.sum(sum))),
      repeatWhile(
        lessUnsigned(p, end),
        store(d, mul(mul(splat(factor), load(p)), sub(load(d), total))),
        advance(p, 16),
        advance(d, 16),
      ),
    ),
  ];
}

function attend(scope: FunctionScope, exponentialSum: Definition<'f32'>): [Statement] {
  const [query, pages, keyOffset, valueOffset, stride, positions, width, output] = scope.parameters('i32', 8);
  const [scores, factor] = [scope.parameter('i32'), scope.parameter('f32')];
  const [position, page, row, pageEnd, end, from, other, score] = scope.locals('i32', 8);
  const [sum, best, total] = [scope.local('v128'), scope.local('f32'), scope.local('f32')];

  /** `row` starts at `offset` in each page. */
  const overPages = (offset: Code<'i32'>, ...body: readonly Statement[]): Statement =>
    block(
      page.set(pages),
      score.set(scores),
      end.set(floatAt(scores, positions)),
      repeatWhile(
        lessUnsigned(score, end),
        row.set(i32.add(i32.load(page), offset)),
        pageEnd.set(i32.add(score, constant(pagePositions * 4))),
        when(lessUnsigned(end, pageEnd), pageEnd.set(end)),
        repeatWhile(lessUnsigned(score, pageEnd), ...body, advance(score, 4), advance(row, stride)),
        advance(page, 4),
      ),
    );
  return [
    block(
      best.set(lowest),
      overPages(
        keyOffset,
        block(sum.set(f32x4.constant(0)), from.set(row), other.set(query)),
        position.set(floatAt(row, width)),
        repeatWhile(
          lessUnsigned(from, position),
          sum.set(add(sum, mul(load(from), load(other)))),
          advance(from, 16),
          advance(other, 16),
        ),
        total.set(f32x4.sum(sum)),
        f32.store(score, total),
        best.set(f32.max(best, total)),
      ),
      position.set(positions),
      padToFour(scores, position, lowest),
      total.set(f32.div(f32.constant(1), exponentialSum.call(scores, scores, position, factor, best))),
      position.set(constant(0)),
      loopWhile(
        lessSigned(position, width),
        sum.set(f32x4.constant(0)),
        overPages(floatAt(valueOffset, position), sum.set(add(sum, mul(loadSplat(score), load(row))))),
        store(floatAt(output, position), mul(sum, splat(total))),
        advance(position, 4),
      ),
    ),
  ];
}
