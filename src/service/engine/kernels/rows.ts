// Row kernels: RMSNorm with its gradient, rotary position embedding.
import {
  advance,
  block,
  f32,
  f32x4,
  floatAt,
  i32,
  loopWhile,
  repeatWhile,
  when,
  type Statement,
  type FunctionScope,
  type ModuleBuilder,
} from './module.ts';

/** Added to the mean square before the root. */
export const normEpsilon = 1e-5;

const { constant, lessSigned, lessUnsigned } = i32;
const { add, load, mul, splat, store, sub } = f32x4;

export function defineRowKernels(module: ModuleBuilder): void {
  module.define('rmsNorm', 'none', rmsNorm);
  module.define('rmsNormBackward', 'none', rmsNormBackward);
  module.define('rotate', 'none', rotate);
}

function rmsNorm(scope: FunctionScope): [Statement] {
  const [rows, width, x, gain, y, inverse] = scope.parameters('i32', 6);
  const [row, from, end, g] = scope.locals('i32', 4);
  const [sum, factor] = [scope.local('v128'), scope.local('f32')];
  return [
    loopWhile(
      lessSigned(row, rows),
      sum.set(f32x4.constant(0)),
      from.set(x),
      end.set(floatAt(x, width)),
      repeatWhile(lessUnsigned(from, end), sum.set(add(sum, mul(load(from), load(from)))), advance(from, 16)),
      factor.set(
        f32.div(
          f32.constant(1),
          f32.sqrt(f32.add(f32.div(f32x4.sum(sum), f32.fromSigned(width)), f32.constant(normEpsilon))),
        ),
      ),
      f32.store(inverse, factor),
      g.set(gain),
      repeatWhile(
        lessUnsigned(x, end),
        store(y, mul(mul(load(x), splat(factor)), load(g))),
        ...[x, g, y].map((pointer) => advance(pointer, 16)),
      ),
      advance(inverse, 4),
      advance(row, 1),
    ),
  ];
}

/** With r the inverse root: dx = dy gain r - x (dy gain · x) r³ / width, and dGain += dy x r. */
function rmsNormBackward(scope: FunctionScope): [Statement] {
  const [rows, width, x, gain, inverse, dy, dx, dGain, accumulate] = scope.parameters('i32', 9);
  const [row, end, g, dg, fromX, fromDy] = scope.locals('i32', 6);
  const [sum, value, factor] = [scope.local('v128'), scope.local('v128'), scope.local('f32')];
  const back = scope.local('f32');
  return [
    loopWhile(
      lessSigned(row, rows),
      block(sum.set(f32x4.constant(0)), factor.set(f32.load(inverse))),
      block(fromX.set(x), fromDy.set(dy), g.set(gain), dg.set(dGain), end.set(floatAt(x, width))),
      repeatWhile(
        lessUnsigned(fromX, end),
        value.set(mul(load(fromDy), load(fromX))),
        store(dg, add(load(dg), mul(value, splat(factor)))),
        sum.set(add(sum, mul(value, load(g)))),
        ...[fromX, fromDy, g, dg].map((pointer) => advance(pointer, 16)),
      ),
      back.set(
        f32.div(f32.mul(f32.mul(f32.mul(f32x4.sum(sum), factor), factor), factor), f32.fromSigned(width)),
      ),
      g.set(gain),
      repeatWhile(
        lessUnsigned(x, end),
        value.set(sub(mul(mul(load(dy), load(g)), splat(factor)), mul(load(x), splat(back)))),
        when(accumulate, value.set(add(load(dx), value))),
        store(dx, value),
        ...[x, dy, g, dx].map((pointer) => advance(pointer, 16)),
      ),
      advance(inverse, 4),
      advance(row, 1),
    ),
  ];
}

/** (First half, second half) of a head as complex numbers; direction -1 rotates back (the gradient). */
function rotate(scope: FunctionScope): [Statement] {
  const [x, heads, halfWidth, cosines, sines] = scope.parameters('i32', 5);
  const direction = scope.parameter('f32');
  const [head, second, end, c, s] = scope.locals('i32', 5);
  const [a, b, sine] = scope.locals('v128', 3);
  return [
    loopWhile(
      lessSigned(head, heads),
      block(second.set(floatAt(x, halfWidth)), end.set(second), c.set(cosines), s.set(sines)),
      repeatWhile(
        lessUnsigned(x, end),
        block(a.set(load(x)), b.set(load(second)), sine.set(mul(load(s), splat(direction)))),
        store(x, sub(mul(a, load(c)), mul(b, sine))),
        store(second, add(mul(a, sine), mul(b, load(c)))),
        ...[x, second, c, s].map((pointer) => advance(pointer, 16)),
      ),
      x.set(second),
      advance(head, constant(1)),
    ),
  ];
}
