// Worker that prepares long series off the main thread.
import type { Extremes } from '#lib/decimate.ts';
import { prepareValues, type Preparation } from './prepared-values.ts';

/** Values are sent once; later orders have only their key. */
export interface PrepareOrder extends Preparation {
  readonly key: number;
  /** Keys of values no longer shown: a growing run has new ones with every answer. */
  readonly forget: readonly number[];
  /** Null if sent before. */
  readonly values: Float64Array | null;
}

/** Orders are answered in turn. */
export interface PrepareAnswer {
  readonly extremes: Omit<Extremes, 'values'>;
  /** Null if unchanged. */
  readonly values: Float64Array | null;
}

const held = new Map<number, Float64Array>();

addEventListener('message', ({ data }: MessageEvent<PrepareOrder>) => {
  for (const key of data.forget) held.delete(key);
  const values = data.values ?? held.get(data.key) ?? new Float64Array();
  held.set(data.key, values);
  const { values: prepared, ...extremes } = prepareValues(values, data);
  const isChanged = prepared !== values;
  const answer: PrepareAnswer = { extremes, values: isChanged ? prepared : null };
  const blocks = extremes.levels.flatMap(({ low, high }) => [low, high]);
  const columns = [extremes.gaps, ...blocks];
  postMessage(answer, {
    transfer: [...columns, ...(isChanged ? [prepared] : [])].map(({ buffer }) => buffer),
  });
});
