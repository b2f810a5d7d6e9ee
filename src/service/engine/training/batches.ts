// From documents to training batches: rows that begin with `<|end|>` and hold one document after the other.
import { at } from '#lib/at.ts';
import type { Batch } from '#service/engine/model/forward.ts';
import type { Tokenizer } from '#service/engine/tokenizer/tokenizer.ts';

/** A batch of `batch` rows of `length` tokens; every row starts at the start of a document and is cut at its end. */
export function packDocuments(
  tokenizer: Tokenizer,
  nextDocument: () => string,
  batch: number,
  length: number,
): Batch {
  const tokens = new Int32Array(batch * length);
  const targets = new Int32Array(batch * length);
  for (let row = 0; row < batch; row++) {
    const ids = [tokenizer.end];
    while (ids.length <= length) ids.push(...tokenizer.encode(nextDocument()), tokenizer.end);
    for (let index = 0; index < length; index++) {
      tokens[row * length + index] = at(ids, index);
      targets[row * length + index] = at(ids, index + 1);
    }
  }
  return { tokens, targets };
}
