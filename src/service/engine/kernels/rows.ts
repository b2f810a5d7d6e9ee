// Row kernels: RMSNorm with its gradient, rotary position embedding.
import {
  advance,
  block,
  f32,
  f32x4,
  floatAt,
  i32,
  forEachFour,
  loopWhile,
  when,
  type Statement,
  type FunctionScope,
  type ModuleBuilder,
} from './module.ts';

/** Added to the mean square before the root. */
export const normEpsilon = 1e-5;

const { constant, lessSigned } = i32;
const { add, load, mul, splat, store, sub } = f32x4;

export function defineRowKernels(module: ModuleBuilder): void {
  module.define('rmsNorm', 'none', rmsNorm);
  module.define('rmsNormBackward', 'none', rmsNormBackward);
  module.define('rotate', 'none', rotate);
}

function rmsNorm(scope: FunctionScope): [Statement] {
  const [rows, width, x, gain, y, inverse] = scope.parameters('i32', 6);
  const [row, from, g] = scope.locals('i32', 3);
  const [sum, factor] = [scope.local('v128'), scope.local('f32')];
  return [
    loopWhile(
      lessSigned(row, rows),
      sum.set(f32x4.constant(0)),
      from.set(x),
      forEachFour(scope, width, [from], sum.set(add(sum, mul(load(from), load(from))))),
      factor.set(
        f32.div(
          f32.constant(1),
          f32.sqrt(f32.add(f32.div(f32x4.sum(sum), f32.fromSigned(width)), f32.constant(normEpsilon))),
        ),
      ),
      f32.store(inverse, factor),
      g.set(gain),
      forEachFour(scope, width, [x, g, y], store(y, mul(mul(load(x), splat(factor)), load(g)))),
      advance(inverse, 4),
      advance(row, 1),
    ),
  ];
}

/** With r the inverse root: dx = dy gain r - x (dy gain · x) r³ / width, and dGain += dy x r. */
function rmsNormBackward(scope: FunctionScope): [Statement] {
  const [rows, width, x, gain, inverse, dy, dx, dGain, accumulate] = scope.parameters('i32', 9);
  const [row, g, dg, fromX, fromDy] = scope.locals('i32', 5);
  const [sum, value, factor] = [scope.local('v128'), scope.local('v128'), scope.local('f32')];
  const back = scope.local('f32');
  return [
    loopWhile(
      lessSigned(row, rows),
      block(sum.set(f32x4.constant(0)), factor.set(f32.load(inverse))),
      block(fromX.set(x), fromDy.set(dy), g.set(gain), dg.set(dGain)),
      forEachFour(
        scope,
        width,
        [fromX, fromDy, g, dg],
        value.set(mul(load(fromDy), load(fromX))),
        store(dg, add(load(dg), mul(value, splat(factor)))),
        sum.set(add(sum, mul(value, load(g)))),
      ),
      back.set(
        f32.div(f32.mul(f32.mul(f32.mul(f32x4.sum(sum), factor), factor), factor), f32.fromSigned(width)),
      ),
      g.set(gain),
      forEachFour(
        scope,
        width,
        [x, dy, g, dx],
        value.set(sub(mul(mul(load(dy), load(g)), splat(factor)), mul(load(x), splat(back)))),
        when(accumulate, value.set(add(load(dx), value))),
        store(dx, value),
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
  const [head, second, c, s] = scope.locals('i32', 4);
  const [a, b, sine] = scope.locals('v128', 3);
  return [
    loopWhile(
      lessSigned(head, heads),
      block(second.set(floatAt(x, halfWidth)), c.set(cosines), s.set(sines)),
      forEachFour(
        scope,
        halfWidth,
        [x, second, c, s],
        block(a.set(load(x)), b.set(load(second)), sine.set(mul(load(s), splat(direction)))),
        store(x, sub(mul(a, load(c)), mul(b, sine))),
        store(second, add(mul(a, sine), mul(b, load(c)))),
      ),
      x.set(second),
      advance(head, constant(1)),
    ),
  ];
}
