// Elementwise kernels: sums, scaling, SwiGLU, AdamW, exponential.
import {
  f32,
  f32x4,
  forEachFour,
  type Code,
  type Statement,
  type Definition,
  type FunctionScope,
  type ModuleBuilder,
} from './module.ts';

const one = f32x4.constant(1);

/** Counts are multiples of four. */
export function defineElementwiseKernels(module: ModuleBuilder, exponential: Definition<'v128'>): void {
  module.define('dot', 'f32', dot);
  module.define('addTo', 'none', addTo);
  module.define('scale', 'none', scale);
  module.define('swiglu', 'none', (scope) => swiglu(scope, exponential));
  module.define('swigluBackward', 'none', (scope) => swigluBackward(scope, exponential));
  module.define('adamW', 'none', adamW);
}

function dot(scope: FunctionScope): [Statement, Code<'f32'>] {
  const [a, b, count] = scope.parameters('i32', 3);
  const sum = scope.local('v128');
  const product = f32x4.mul(f32x4.load(a), f32x4.load(b));
  return [forEachFour(scope, count, [a, b], sum.set(f32x4.add(sum, product))), f32x4.sum(sum)];
}

function addTo(scope: FunctionScope): [Statement] {
  const [target, source, count] = scope.parameters('i32', 3);
  const sum = f32x4.add(f32x4.load(target), f32x4.load(source));
  return [forEachFour(scope, count, [target, source], f32x4.store(target, sum))];
}

function scale(scope: FunctionScope): [Statement] {
  const [target, factor, count] = [scope.parameter('i32'), scope.parameter('f32'), scope.parameter('i32')];
  const scaled = f32x4.mul(f32x4.load(target), f32x4.splat(factor));
  return [forEachFour(scope, count, [target], f32x4.store(target, scaled))];
}

function swiglu(scope: FunctionScope, exponential: Definition<'v128'>): [Statement] {
  const [gate, up, hidden, count] = scope.parameters('i32', 4);
  const g = scope.local('v128');
  return [
    forEachFour(
      scope,
      count,
      [gate, up, hidden],
      g.set(f32x4.load(gate)),
      f32x4.store(
        hidden,
        f32x4.mul(f32x4.div(g, f32x4.add(one, exponential.call(f32x4.negate(g)))), f32x4.load(up)),
      ),
    ),
  ];
}

function swigluBackward(scope: FunctionScope, exponential: Definition<'v128'>): [Statement] {
  const [gate, up, dHidden, dGate, dUp, count] = scope.parameters('i32', 6);
  const [g, sigmoid, d] = scope.locals('v128', 3);
  return [
    forEachFour(
      scope,
      count,
      [gate, up, dHidden, dGate, dUp],
      g.set(f32x4.load(gate)),
      sigmoid.set(f32x4.div(one, f32x4.add(one, exponential.call(f32x4.negate(g))))),
      d.set(f32x4.load(dHidden)),
      f32x4.store(dUp, f32x4.mul(d, f32x4.mul(g, sigmoid))),
      f32x4.store(
        dGate,
        f32x4.mul(
          f32x4.mul(d, f32x4.load(up)),
          f32x4.mul(sigmoid, f32x4.add(one, f32x4.mul(g, f32x4.sub(one, sigmoid)))),
        ),
      ),
    ),
  ];
}

/** Corrections are 1 / (1 - beta^step). */
function adamW(scope: FunctionScope): [Statement] {
  const [weight, gradient, mean, variance, count] = scope.parameters('i32', 5);
  const splat = (): Code<'v128'> => f32x4.splat(scope.parameter('f32'));
  const [learningRate, weightDecay, gradientScale] = [splat(), splat(), splat()];
  const [beta1, beta2, epsilon] = [splat(), splat(), splat()];
  const [meanCorrection, varianceCorrection] = [splat(), splat()];
  const [g, m, v, w] = scope.locals('v128', 4);
  const { add, div, load, mul, sqrt, store, sub } = f32x4;
  return [
    forEachFour(
      scope,
      count,
      [weight, gradient, mean, variance],
      g.set(mul(load(gradient), gradientScale)),
      m.set(add(mul(beta1, load(mean)), mul(sub(one, beta1), g))),
      v.set(add(mul(beta2, load(variance)), mul(sub(one, beta2), mul(g, g)))),
      store(mean, m),
      store(variance, v),
      w.set(load(weight)),
      m.set(div(mul(m, meanCorrection), add(sqrt(mul(v, varianceCorrection)), epsilon))),
      store(weight, sub(w, mul(learningRate, add(m, mul(weightDecay, w))))),
    ),
  ];
}

/** Cephes' polynomial after range reduction; x clamped to [-87, 88], relative error about 2e-7. */
export function defineExponential(module: ModuleBuilder): Definition<'v128'> {
  const { add, constant, max, min, mul, nearest, sub, timesPowerOfTwo } = f32x4;
  const coefficients = [1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1];
  return module.define('exponential', 'v128', (scope) => {
    const x = scope.parameter('v128');
    const [power, sum] = scope.locals('v128', 2);
    return [
      x.set(min(max(x, constant(-87)), constant(88))),
      power.set(nearest(mul(x, constant(Math.LOG2E)))),
      // ln 2 in two parts, so that x stays exact where it counts.
      x.set(sub(sub(x, mul(power, constant(0.693359375))), mul(power, constant(-2.1219444e-4)))),
      sum.set(constant(1.98756915e-4)),
      ...coefficients.map((coefficient) => sum.set(add(mul(sum, x), constant(coefficient)))),
      sum.set(add(add(mul(mul(sum, x), x), x), constant(1))),
      timesPowerOfTwo(sum, power),
    ];
  });
}

export const maximumOf = (value: Code<'v128'>): Code<'f32'> =>
  f32.max(
    f32.max(f32x4.lane(value, 0), f32x4.lane(value, 1)),
    f32.max(f32x4.lane(value, 2), f32x4.lane(value, 3)),
  );
