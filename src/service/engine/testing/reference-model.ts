// Reference forward pass in plain double-precision JavaScript.
import { at } from '#lib/at.ts';
import { layoutOf, type ModelShape, type Tensor } from '#service/engine/model/shape.ts';

type Vector = readonly number[];

/** Natural log probabilities of the next token, after each of `tokens`. */
export function referenceLogProbabilities(
  shape: ModelShape,
  weights: Float32Array,
  tokens: readonly number[],
): Vector[] {
  const { embedding, blocks, norm } = layoutOf(shape);
  const headWidth = shape.width / shape.heads;
  const row = ({ offset, columns }: Tensor, index: number): Vector => [
    ...weights.subarray(offset + index * columns, offset + (index + 1) * columns),
  ];
  const multiply = (x: Vector, matrix: Tensor): Vector => {
    const y = Array.from({ length: matrix.columns }, () => 0);
    for (const [index, value] of x.entries())
      for (const [column, weight] of row(matrix, index).entries()) y[column] = at(y, column) + value * weight;
    return y;
  };
  const normalise = (x: Vector, gain: Tensor): Vector => {
    const scale = 1 / Math.sqrt(dot(x, x) / x.length + 1e-5);
    return x.map((value, index) => value * scale * at(row(gain, 0), index));
  };

  let streams: Vector[] = tokens.map((token) => row(embedding, token));
  for (const block of blocks) {
    const projected = streams.map((x) => multiply(normalise(x, block.attentionNorm), block.queryKeyValue));
    const part = (position: number, kind: number, head: number): Vector => {
      const start = kind * shape.width + head * headWidth;
      const values = at(projected, position).slice(start, start + headWidth);
      return kind < 2 ? rotate(values, position) : values;
    };
    streams = streams.map((x, position) => {
      const attended = Array.from({ length: shape.heads }, (_, head) => {
        const query = part(position, 0, head);
        const scores = tokens.slice(0, position + 1).map((_token, key) => dot(query, part(key, 1, head)));
        const shares = softmax(scores.map((score) => score / Math.sqrt(headWidth)));
        return query.map((_value, index) =>
          shares.reduce((sum, share, key) => sum + share * at(part(key, 2, head), index), 0),
        );
      }).flat();
      const middle = add(x, multiply(attended, block.output));
      const gateUp = multiply(normalise(middle, block.feedForwardNorm), block.gateUp);
      const hidden = gateUp
        .slice(0, shape.hidden)
        .map((gate, index) => (gate / (1 + Math.exp(-gate))) * at(gateUp, shape.hidden + index));
      return add(middle, multiply(hidden, block.down));
    });
  }
  return streams.map((x) => {
    const final = normalise(x, norm);
    const logits = Array.from({ length: shape.vocabulary }, (_, token) => dot(final, row(embedding, token)));
    return softmax(logits).map(Math.log);
  });
}

const dot = (a: Vector, b: Vector): number => a.reduce((sum, value, index) => sum + value * at(b, index), 0);
const add = (a: Vector, b: Vector): Vector => a.map((value, index) => value + at(b, index));

function softmax(scores: Vector): Vector {
  const best = Math.max(...scores);
  const weights = scores.map((score) => Math.exp(score - best));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** Rotates the pairs (i, i + half) by position / 10000^(i / half). */
function rotate(values: Vector, position: number): Vector {
  const half = values.length / 2;
  return values.map((value, index) => {
    const angle = position / 10_000 ** ((index % half) / half);
    const other = at(values, (index + half) % values.length);
    return value * Math.cos(angle) + (index < half ? -other : other) * Math.sin(angle);
  });
}
