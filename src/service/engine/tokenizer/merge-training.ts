// Learning the tokenizer's merges: the most frequent pair becomes a token, again and again.
import { at } from '#lib/at.ts';
import { pairKey, splitPieces, type TokenizerData } from './tokenizer.ts';

interface Word {
  readonly ids: number[];
  readonly count: number;
}

/** Merges for a vocabulary of `size` ids (bytes and `<|end|>` included); ties go to the smaller ids, so that the result is repeatable. */
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
