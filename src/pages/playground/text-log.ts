// Text that only grows, kept in blocks: a reader touches what is new, never the whole.
import { wholeEnd } from '#lib/surrogate-safe.ts';

/** Characters (UTF-16 units) after which a block is closed; a paragraph, cheap to lay out, with a small canvas behind it. */
const blockSize = 1024;

/** A part of the text that will never change. */
export interface TextBlock {
  /** Offset in the whole text, UTF-16 units. */
  readonly start: number;
  readonly text: string;
}

/** Append-only text. Closed blocks never change, so a view can keep what it drew of them. */
export class TextLog {
  readonly #closed: TextBlock[] = [];
  #tail = '';
  #closedLength = 0;
  /** Offset behind the last line end of the tail; 0 where it has none. */
  #lineEnd = 0;

  /** Length in UTF-16 units. */
  get length(): number {
    return this.#closedLength + this.#tail.length;
  }

  /** Blocks that will never change, in order. The array grows in place. */
  get closed(): readonly TextBlock[] {
    return this.#closed;
  }

  /** What follows the closed blocks; shorter than a block plus one piece. */
  get tail(): string {
    return this.#tail;
  }

  /** All of the text in order: what will never change, and last what still grows. */
  get blocks(): readonly TextBlock[] {
    return [...this.#closed, { start: this.#closedLength, text: this.#tail }];
  }

  /** Appends a piece, which may be empty and may end in half of a surrogate pair. */
  append(piece: string): void {
    // Only the new piece is searched: a long line would otherwise be searched again for every token.
    const lineEnd = piece.lastIndexOf('\n') + 1;
    if (lineEnd > 0) this.#lineEnd = this.#tail.length + lineEnd;
    this.#tail += piece;
    if (this.#tail.length < blockSize) return;
    const end = this.#lineEnd > 0 ? this.#lineEnd : forcedBorder(this.#tail);
    if (end === 0) return;
    this.#closed.push({ start: this.#closedLength, text: this.#tail.slice(0, end) });
    this.#tail = this.#tail.slice(end);
    this.#closedLength += end;
    this.#lineEnd = 0;
  }

  /** A part of the text, like String.prototype.slice with offsets from 0; touches only the blocks that it lies in. */
  slice(from: number, to: number): string {
    const tailPart = this.#tail.slice(
      Math.max(0, from - this.#closedLength),
      Math.max(0, to - this.#closedLength),
    );
    if (from >= this.#closedLength) return tailPart;
    let part = '';
    for (let index = this.#blockAt(from); index < this.#closed.length; index += 1) {
      const block = this.#closed[index];
      if (block === undefined || block.start >= to) return part;
      part += block.text.slice(Math.max(0, from - block.start), to - block.start);
    }
    return part + tailPart;
  }

  /** The closed block that holds an offset, by binary search. */
  #blockAt(offset: number): number {
    let low = 0;
    let high = this.#closed.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#closed[middle]?.start ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The whole text; costs as much as it is long. */
  toString(): string {
    return this.#closed.map(({ text }) => text).join('') + this.#tail;
  }
}

/**
 * Where a tail without a line end is cut: nowhere while it is shorter than sixteen blocks, then at its end, but never
 * inside a surrogate pair. A tail with a line end is cut behind the last one, so that no line is drawn in two blocks.
 */
function forcedBorder(tail: string): number {
  return tail.length < 16 * blockSize ? 0 : wholeEnd(tail, tail.length);
}
