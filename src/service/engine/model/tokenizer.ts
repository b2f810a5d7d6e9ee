// Byte-level BPE tokenizer, and training of its merges.
import { at } from '#lib/at.ts';

/** Pairs that merge into 256, 257, … in order. */
export interface TokenizerData {
  readonly merges: readonly (readonly [number, number])[];
}

/**
 * Words with the space before them, single digits, punctuation, white space; bounded lengths bound the merging time.
 */
const piecePattern = / ?\p{L}{1,32}| ?\p{N}| ?[^\s\p{L}\p{N}]{1,16}|\n{1,4}|\s{1,16}(?!\S)|\s/gu;
const cachedPieces = 20_000;

/** Tokens merge only within a piece. */
const splitPieces = (text: string): readonly string[] => text.match(piecePattern) ?? [];

/** Ids: 256 bytes, merges, `<|end|>`. */
export class Tokenizer {
  readonly data: TokenizerData;
  /** Never produced by `encode`. */
  readonly end: number;
  readonly size: number;
  readonly #bytes: Uint8Array[];
  readonly #ranks = new Map<number, number>();
  readonly #cache = new Map<string, readonly number[]>();
  readonly #encoder = new TextEncoder();

  constructor(data: TokenizerData) {
    this.data = data;
    this.#bytes = Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte));
    for (const [left, right] of data.merges) {
      this.#ranks.set(pairKey(left, right), this.#bytes.length);
      this.#bytes.push(Uint8Array.from([...at(this.#bytes, left), ...at(this.#bytes, right)]));
    }
    this.end = this.#bytes.length;
    this.size = this.end + 1;
  }

  /** Lone surrogates count as U+FFFD. */
  encode(text: string): number[] {
    const ids: number[] = [];
    for (const piece of splitPieces(text)) for (const id of this.#encodePiece(piece)) ids.push(id);
    return ids;
  }

  /** Empty for `<|end|>`. Throws RangeError for an unknown id. */
  bytesOf(id: number): Uint8Array {
    return id === this.end ? new Uint8Array() : at(this.#bytes, id);
  }

  /** Invalid UTF-8 becomes U+FFFD. */
  decode(ids: readonly number[]): string {
    const bytes = ids.flatMap((id) => [...this.bytesOf(id)]);
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes));
  }

  #encodePiece(piece: string): readonly number[] {
    const cached = this.#cache.get(piece);
    if (cached) return cached;
    const ids = [...this.#encoder.encode(piece)];
    for (;;) {
      let best = Infinity;
      let place = -1;
      for (let index = 0; index + 1 < ids.length; index++) {
        const rank = this.#ranks.get(pairKey(at(ids, index), at(ids, index + 1))) ?? Infinity;
        if (rank < best) [best, place] = [rank, index];
      }
      if (place < 0) break;
      ids.splice(place, 2, best);
    }
    if (this.#cache.size >= cachedPieces) this.#cache.clear();
    this.#cache.set(piece, ids);
    return ids;
  }
}

const pairKey = (left: number, right: number): number => left * 65536 + right;

interface Word {
  readonly ids: number[];
  readonly count: number;
}

/** `size` includes bytes and `<|end|>`. Ties go to the smaller ids. */
export function trainMerges(texts: Iterable<string>, size: number): TokenizerData {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const piece of splitPieces(text)) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  const encoder = new TextEncoder();
  const words: Word[] = [...counts].map(([piece, count]) => ({ ids: [...encoder.encode(piece)], count }));

  const merges: [number, number][] = [];
  while (257 + merges.length < size) {
    const pair = mostFrequentPair(words);
    if (!pair) break;
    mergePair(words, pair, 256 + merges.length);
    merges.push(pair);
  }
  return { merges };
}

function mostFrequentPair(words: readonly Word[]): [number, number] | null {
  const counts = new Map<number, number>();
  for (const { ids, count } of words)
    for (let index = 0; index + 1 < ids.length; index++) {
      const key = pairKey(at(ids, index), at(ids, index + 1));
      counts.set(key, (counts.get(key) ?? 0) + count);
    }
  let best = -1;
  let most = 0;
  for (const [key, count] of counts)
    if (count > most || (count === most && key < best)) [best, most] = [key, count];
  return best < 0 ? null : [Math.floor(best / 65536), best % 65536];
}

function mergePair(words: readonly Word[], [left, right]: readonly [number, number], id: number): void {
  for (const { ids } of words)
    for (let index = 0; index + 1 < ids.length; index++)
      if (ids[index] === left && ids[index + 1] === right) ids.splice(index, 2, id);
}
