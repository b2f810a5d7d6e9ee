// Rotary position embedding: tables of cosines and sines.
import type { Space } from '#service/engine/kernels/kernels.ts';
import type { ModelShape } from './shape.ts';

const base = 10_000;

export interface RotationTables {
  cosines(position: number): number;
  sines(position: number): number;
}

/** Half a head of floats per position. */
export function placeRotationTables(space: Space, shape: ModelShape): RotationTables {
  const half = shape.width / shape.heads / 2;
  const size = shape.context * half;
  const [cosines, sines] = [space.allocate(size), space.allocate(size)];
  const [cosineFloats, sineFloats] = [space.view(cosines, size), space.view(sines, size)];
  for (let index = 0; index < half; index++) {
    const frequency = base ** (-index / half);
    for (let position = 0; position < shape.context; position++) {
      cosineFloats[position * half + index] = Math.cos(position * frequency);
      sineFloats[position * half + index] = Math.sin(position * frequency);
    }
  }
  return {
    cosines: (position) => cosines + position * half * 4,
    sines: (position) => sines + position * half * 4,
  };
}
