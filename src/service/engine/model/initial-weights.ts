// The random weights that training starts from.
import { Random } from '#lib/random.ts';
import { layoutOf, type ModelShape } from './shape.ts';

/** Embeddings of deviation 0.1 (smaller ones learn much later), norms of one, small matrices back to the residual stream. */
export function initialWeights(shape: ModelShape, seed: number): Float32Array<ArrayBuffer> {
  const layout = layoutOf(shape);
  const weights = new Float32Array(layout.total);
  const random = new Random(seed);
  const residual = 0.04 / Math.sqrt(2 * shape.layers);
  for (const { name, rows, columns, offset, decays } of layout.tensors) {
    const end = offset + rows * columns;
    if (!decays && name !== 'embedding') {
      weights.fill(1, offset, end);
      continue;
    }
    const returns = name.endsWith('.output') || name.endsWith('.down');
    const deviation = name === 'embedding' ? 0.1 : returns ? residual : 0.5 / Math.sqrt(rows);
    for (let index = offset; index < end; index++) weights[index] = random.normal() * deviation;
  }
  return weights;
}
