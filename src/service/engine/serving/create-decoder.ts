// The decoder of a shape, as large as serving needs it and the process may afford.
import { pageBytes, pagesFor } from '#service/engine/model/cache-pages.ts';
import { Decoder } from '#service/engine/model/decoder.ts';
import type { ModelShape } from '#service/engine/model/shape.ts';
import { DECODE_ROWS, PREFILL_ROWS } from './scheduler.ts';

/** Sequences that can be in the cache at once, and the memory that it takes once it has been full. */
const SLOTS = 512;
const CACHE_BYTES = 96 * 2 ** 20;

/** Real memory is taken only as the cache fills. */
export function createDecoder(shape: ModelShape): Decoder {
  const pages = Math.max(pagesFor(shape.context), Math.floor(CACHE_BYTES / pageBytes(shape)));
  return new Decoder(shape, { slots: SLOTS, pages, maxRows: DECODE_ROWS + PREFILL_ROWS });
}
