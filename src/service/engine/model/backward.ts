// Backward pass: hand-written gradients, in reverse of the forward pass.
import { at } from '#lib/at.ts';
import { product, queryBlock, queryBlocks, tensorAt, type TrainingMemory } from './forward.ts';
import type { Tensor } from './shape.ts';

/** After `forward(…, true)`: adds the gradients of loss / divisor. */
export function backward(memory: TrainingMemory, tokens: Int32Array, divisor: number): void {
  const { shape, layout, space, rows, rotation, length, dStream, dNormed, dQueryKeyValue } = memory;
  const { kernels } = space;
  const { width, heads, hidden } = shape;
  backwardFromLogits(memory, divisor);

  for (let index = shape.layers - 1; index >= 0; index--) {
    const layer = at(memory.layers, index);
    const block = at(layout.blocks, index);
    const before = index === 0 ? memory.embedded : at(memory.layers, index - 1).after;

    multiplyBackward(memory, layer.hidden, block.down, dStream, memory.dHidden);
    for (let row = 0; row < rows; row++) {
      const gate = layer.gateUp + row * 2 * hidden * 4;
      const dGate = memory.dGateUp + row * 2 * hidden * 4;
      const dHidden = memory.dHidden + row * hidden * 4;
      kernels.swigluBackward(gate, gate + hidden * 4, dHidden, dGate, dGate + hidden * 4, hidden);
    }
    multiplyBackward(memory, layer.middleNormed, block.gateUp, memory.dGateUp, dNormed);
    normBackward(memory, block.feedForwardNorm, layer.middle, layer.middleInverse, 1);

    multiplyBackward(memory, layer.attended, block.output, dStream, dNormed);
    attendBackward(memory, index);
    for (let row = 0; row < rows; row++) {
      const position = row % length;
      const dQuery = dQueryKeyValue + row * 3 * width * 4;
      const [cosines, sines] = [rotation.cosines(position), rotation.sines(position)];
      kernels.rotate(dQuery, 2 * heads, width / heads / 2, cosines, sines, -1);
    }
    multiplyBackward(memory, layer.normed, block.queryKeyValue, dQueryKeyValue, dNormed);
    normBackward(memory, block.attentionNorm, before, layer.inverse, 1);
  }
  const dEmbedding = tensorAt(memory.gradients, layout.embedding);
  for (let row = 0; row < rows; row++)
    kernels.addTo(dEmbedding + at(tokens, row) * width * 4, dStream + row * width * 4, width);
}

function backwardFromLogits(memory: TrainingMemory, divisor: number): void {
  const { shape, layout, space, rows, logits } = memory;
  const { kernels } = space;
  const { vocabulary, width } = shape;
  const embedding = tensorAt(memory.weights, layout.embedding);
  const dEmbedding = tensorAt(memory.gradients, layout.embedding);
  kernels.scale(logits, 1 / divisor, rows * vocabulary);
  product(
    memory,
    [rows, width, vocabulary],
    [logits, vocabulary * 4],
    [embedding, width * 4],
    [memory.dNormed, width * 4],
  );
  product(
    memory,
    [vocabulary, width, rows],
    [logits, 4, vocabulary * 4],
    [memory.normed, width * 4],
    [dEmbedding, width * 4],
    1,
  );
  normBackward(memory, layout.norm, at(memory.layers, shape.layers - 1).after, memory.inverse, 0);
}

/** dx = dy Wᵀ and dW += xᵀ dy. */
function multiplyBackward(memory: TrainingMemory, x: number, tensor: Tensor, dy: number, dx: number): void {
  const { space, transposed } = memory;
  const { rows: inner, columns } = tensor;
  const dWeight = tensorAt(memory.gradients, tensor);
  space.kernels.transpose(
    inner,
    columns,
    tensorAt(memory.weights, tensor),
    columns * 4,
    transposed,
    inner * 4,
  );
  product(memory, [memory.rows, inner, columns], [dy, columns * 4], [transposed, inner * 4], [dx, inner * 4]);
  product(
    memory,
    [inner, columns, memory.rows],
    [x, 4, inner * 4],
    [dy, columns * 4],
    [dWeight, columns * 4],
    1,
  );
}

/** From dNormed to dStream: written, or added to what bypasses the norm. */
function normBackward(
  memory: TrainingMemory,
  tensor: Tensor,
  x: number,
  inverse: number,
  accumulate: 0 | 1,
): void {
  const gain = tensorAt(memory.weights, tensor);
  const dGain = tensorAt(memory.gradients, tensor);
  memory.space.kernels.rmsNormBackward(
    memory.rows,
    memory.shape.width,
    x,
    gain,
    inverse,
    memory.dNormed,
    memory.dStream,
    dGain,
    accumulate,
  );
}

/** From dNormed to dQueryKeyValue. */
function attendBackward(memory: TrainingMemory, index: number): void {
  const { shape, space, batch, length, headTransposed, dProbabilities, dNormed } = memory;
  const { kernels } = space;
  const { queryKeyValue, probabilities } = at(memory.layers, index);
  const headWidth = shape.width / shape.heads;
  const [stride, outputStride, square] = [3 * shape.width * 4, shape.width * 4, length * 4];
  for (let sequence = 0; sequence < batch; sequence++)
    for (let head = 0; head < shape.heads; head++) {
      const offset = sequence * length * stride + head * headWidth * 4;
      const [query, dQuery] = [queryKeyValue + offset, memory.dQueryKeyValue + offset];
      const [key, dKey] = [query + outputStride, dQuery + outputStride];
      const [value, dValue] = [key + outputStride, dKey + outputStride];
      const scores = probabilities + (sequence * shape.heads + head) * length * square;
      const dOutput = dNormed + sequence * length * outputStride + head * headWidth * 4;

      kernels.transpose(length, headWidth, value, stride, headTransposed, square);
      for (const { first, count, keys } of queryBlocks(length)) {
        const dScores = dProbabilities + first * square;
        product(
          memory,
          [count, keys, headWidth],
          [dOutput + first * outputStride, outputStride],
          [headTransposed, square],
          [dScores, square],
        );
        for (let row = 0; row < count; row++)
          kernels.softmaxBackward(
            scores + (first + row) * square,
            dScores + row * square,
            keys,
            1 / Math.sqrt(headWidth),
          );
        product(
          memory,
          [count, headWidth, keys],
          [dScores, square],
          [key, stride],
          [dQuery + first * stride, stride],
        );
      }
      // A block's keys are seen by the queries of that block and all later ones.
      for (let first = 0; first < length; first += queryBlock) {
        const count = Math.min(queryBlock, length - first);
        const queries = length - first;
        const diagonal = first * square + first * 4;
        product(
          memory,
          [count, headWidth, queries],
          [dProbabilities + diagonal, 4, square],
          [query + first * stride, stride],
          [dKey + first * stride, stride],
        );
        product(
          memory,
          [count, headWidth, queries],
          [scores + diagonal, 4, square],
          [dOutput + first * outputStride, outputStride],
          [dValue + first * stride, stride],
        );
      }
    }
}
