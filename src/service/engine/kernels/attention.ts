// Kernels of attention: the causal softmax with its gradient, and one query over the cached keys and values.
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
  type Variable,
} from './instructions.ts';
import type { Definition, FunctionScope, ModuleBuilder } from './module.ts';

const { constant, lessSigned, lessUnsigned } = i32;
const { add, load, loadSplat, mul, splat, store, sub } = f32x4;
const LOWEST = f32.constant(-3e38);

/** Adds `maximum`, `exponentialSum`, `causalSoftmax`, `softmaxBackward` and `attend`. */
export function defineAttentionKernels(module: ModuleBuilder, exponential: Definition<'v128'>): void {
  const maximum = module.define('maximum', 'f32', maximumKernel);
  const exponentialSum = module.define('exponentialSum', 'f32', (scope) =>
    exponentialSumKernel(scope, exponential),
  );
  module.define('causalSoftmax', 'none', (scope) => causalSoftmax(scope, maximum, exponentialSum));
  module.define('softmaxBackward', 'none', softmaxBackward);
  module.define('attend', 'none', (scope) => attend(scope, exponentialSum));
}

/** Writes a float after the end of `count` until the count is a multiple of four. */
const padToFour = (base: Code<'i32'>, count: Variable<'i32'>, value: Code<'f32'>): Statement =>
  loopWhile(i32.and(count, constant(3)), f32.store(floatAt(base, count), value), advance(count, 1));

function maximumKernel(scope: FunctionScope): [Statement, Code<'f32'>] {
  const [x, count] = [scope.parameter('i32'), scope.parameter('i32')];
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
  const [target, source, count] = [scope.parameter('i32'), scope.parameter('i32'), scope.parameter('i32')];
  const [factor, offset] = [scope.parameter('f32'), scope.parameter('f32')];
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
  const [row, length, width] = [scope.parameter('i32'), scope.parameter('i32'), scope.parameter('i32')];
  const factor = scope.parameter('f32');
  const [count, from, end] = [scope.local('i32'), scope.local('i32'), scope.local('i32')];
  const inverse = scope.local('f32');
  return [
    block(
      count.set(length),
      padToFour(row, count, LOWEST),
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
  const [p, d, count] = [scope.parameter('i32'), scope.parameter('i32'), scope.parameter('i32')];
  const factor = scope.parameter('f32');
  const [fromP, fromD, end] = [scope.local('i32'), scope.local('i32'), scope.local('i32')];
  const [sum, total] = [scope.local('v128'), scope.local('v128')];
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
  const [query, keys, values] = [scope.parameter('i32'), scope.parameter('i32'), scope.parameter('i32')];
  const [stride, positions, width] = [scope.parameter('i32'), scope.parameter('i32'), scope.parameter('i32')];
  const [output, scores, factor] = [scope.parameter('i32'), scope.parameter('i32'), scope.parameter('f32')];
  const [position, row, end, from, other] = [
    scope.local('i32'),
    scope.local('i32'),
    scope.local('i32'),
    scope.local('i32'),
    scope.local('i32'),
  ];
  const [sum, best, score] = [scope.local('v128'), scope.local('f32'), scope.local('f32')];
  return [
    block(
      best.set(LOWEST),
      row.set(keys),
      repeatWhile(
        lessSigned(position, positions),
        block(sum.set(f32x4.constant(0)), from.set(row), end.set(floatAt(row, width)), other.set(query)),
        repeatWhile(
          lessUnsigned(from, end),
          sum.set(add(sum, mul(load(from), load(other)))),
          advance(from, 16),
          advance(other, 16),
        ),
        score.set(f32x4.sum(sum)),
        f32.store(floatAt(scores, position), score),
        best.set(f32.max(best, score)),
        advance(row, stride),
        advance(position, 1),
      ),
      padToFour(scores, position, LOWEST),
      score.set(f32.div(f32.constant(1), exponentialSum.call(scores, scores, position, factor, best))),
      position.set(constant(0)),
      end.set(floatAt(scores, positions)),
      loopWhile(
        lessSigned(position, width),
        block(sum.set(f32x4.constant(0)), from.set(floatAt(values, position)), other.set(scores)),
        repeatWhile(
          lessUnsigned(other, end),
          sum.set(add(sum, mul(loadSplat(other), load(from)))),
          advance(other, 4),
          advance(from, stride),
        ),
        store(floatAt(output, position), mul(sum, splat(score))),
        advance(position, 4),
      ),
    ),
  ];
}
