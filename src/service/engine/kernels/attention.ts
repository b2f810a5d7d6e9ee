// Attention kernels: causal softmax with its gradient, one query over the cache.
import { maximumOf } from './elementwise.ts';
import {
  advance,
  block,
  f32,
  f32x4,
  floatAt,
  forEachFour,
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
  const best = scope.local('v128');
  return [
    block(best.set(load(x)), forEachFour(scope, count, [x], best.set(f32x4.max(best, load(x))))),
    maximumOf(best),
  ];
}

function exponentialSumKernel(
  scope: FunctionScope,
  exponential: Definition<'v128'>,
): [Statement, Code<'f32'>] {
  const [target, source, count] = scope.parameters('i32', 3);
  const [factor, offset] = scope.parameters('f32', 2);
  const [value, sum] = scope.locals('v128', 2);
  return [
    forEachFour(
      scope,
      count,
      [source, target],
      value.set(exponential.call(mul(sub(load(source), splat(offset)), splat(factor)))),
      store(target, value),
      sum.set(add(sum, value)),
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
      forEachFour(scope, count, [from], store(from, mul(load(from), splat(inverse)))),
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
  const [fromP, fromD] = scope.locals('i32', 2);
  const [sum, total] = scope.locals('v128', 2);
  return [
    block(
      fromP.set(p),
      fromD.set(d),
      forEachFour(scope, count, [fromP, fromD], sum.set(add(sum, mul(load(fromP), load(fromD))))),
      total.set(splat(f32x4.sum(sum))),
      forEachFour(scope, count, [p, d], store(d, mul(mul(splat(factor), load(p)), sub(load(d), total)))),
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
        forEachFour(scope, width, [from, other], sum.set(add(sum, mul(load(from), load(other))))),
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
