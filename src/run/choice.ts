// Received text of one choice, with typed-array columns of its tokens.
import type { Piece } from '#api/read-view.ts';
import { Growable } from '#lib/growable.ts';
import { surrogateSafeEnd } from '#lib/unicode.ts';

/** In UTF-16 units: cheap to lay out, with a small canvas behind. */
const blockSize = 1024;

interface TextBlock {
  /** UTF-16 units. */
  readonly start: number;
  readonly text: string;
}

/** Append-only text. Closed blocks never change, so a view can cache what it drew of them. */
export class TextLog {
  readonly #closed: TextBlock[] = [];
  #tail = '';
  #closedLength = 0;
  /** After the tail's last line end; 0 if it has none. */
  #lineEnd = 0;

  /** In UTF-16 units. */
  get length(): number {
    return this.#closedLength + this.#tail.length;
  }

  /** The array grows in place. */
  get closed(): readonly TextBlock[] {
    return this.#closed;
  }

  /** After the closed blocks. */
  get tail(): string {
    return this.#tail;
  }

  /** Closed blocks, then the tail. */
  get blocks(): readonly TextBlock[] {
    return [...this.#closed, { start: this.#closedLength, text: this.#tail }];
  }

  /** The piece may be empty and may end in half of a surrogate pair. */
  append(piece: string): void {
    // Search only the new piece: a long line would be searched again for every token.
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

  /** Offsets from 0. Touches only the blocks in the range. */
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

  /** O(length). */
  toString(): string {
    return this.#closed.map(({ text }) => text).join('') + this.#tail;
  }
}

/**
 * A tail without a line end is cut only beyond sixteen blocks, never inside a surrogate pair. Otherwise blocks end
 * at line ends, so that no line spans two.
 */
function forcedBorder(tail: string): number {
  return tail.length < 16 * blockSize ? 0 : surrogateSafeEnd(tail, tail.length);
}

/** Append-only record of one choice. Token i ends at `ends.at(i)` in the text. */
export class Choice {
  readonly index: number;
  readonly text = new TextLog();
  /** NaN if unknown. */
  readonly ids = new Growable();
  /** Natural logarithms as sent; NaN if unknown. */
  readonly logprobs = new Growable();
  /** UTF-16 offsets in the text. */
  readonly ends = new Growable();
  /** Milliseconds since the run started. */
  readonly arrivals = new Growable();
  /** By position. They add nothing to `text`. */
  readonly specials = new Map<number, string>();
  /** As sent; null until then. */
  finishReason: string | null = null;

  /** Empty if no echo was requested. */
  #echo: string;
  #promptLength = 0;
  /** Running sum. */
  #surprise = { from: 0, to: 0, sum: 0, count: 0 };

  constructor(index: number, echo = '') {
    this.index = index;
    this.#echo = echo;
  }

  /**
   * Length of the echoed prompt, by comparison, since a service may ignore `echo`. A text that so far only begins
   * like the prompt counts as echoed.
   */
  get promptLength(): number {
    return this.#promptLength;
  }

  /** Includes the tokens of an echoed prompt. */
  get tokenCount(): number {
    return this.ends.length;
  }

  /** Also the position of the answer's first token. */
  get promptTokenCount(): number {
    if (this.#promptLength === 0) return 0;
    let [low, high] = [0, this.tokenCount];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ends.at(middle) > this.#promptLength) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  get answerTokenCount(): number {
    return this.tokenCount - this.promptTokenCount;
  }

  /** Sum of −logprob over answer tokens with a finite logprob ≤ 0. Reads each token once. */
  get surprise(): { readonly sum: number; readonly count: number } {
    const from = this.promptTokenCount;
    // A supposed echo can turn out to be the answer: start over.
    if (this.#surprise.from !== from) this.#surprise = { from, to: from, sum: 0, count: 0 };
    const known = this.#surprise;
    for (const logprob of this.logprobs.view().subarray(known.to)) {
      if (!Number.isFinite(logprob) || logprob > 0) continue;
      known.sum -= logprob;
      known.count += 1;
    }
    known.to = this.tokenCount;
    return known;
  }

  /** Text without tokens counts as one unknown token. @returns number of tokens added */
  push(piece: Piece, arrivedMs: number): number {
    let end = this.text.length;
    this.#compareEcho(piece.text);
    this.text.append(piece.text);
    this.finishReason = piece.finishReason ?? this.finishReason;
    if (piece.tokens.length === 0) {
      if (piece.text === '') return 0;
      this.#column(Number.NaN, Number.NaN, this.text.length, arrivedMs);
      return 1;
    }
    const last = piece.tokens.length - 1;
    piece.tokens.forEach((token, position) => {
      if (token.special) this.specials.set(this.tokenCount, token.text);
      else end = Math.min(end + token.text.length, this.text.length);
      // The piece's text counts: what its tokens leave over belongs to the last.
      if (position === last) end = this.text.length;
      this.#column(token.id ?? Number.NaN, token.logprob ?? Number.NaN, end, arrivedMs);
    });
    return piece.tokens.length;
  }

  /** For services that send the prompt apart from the answer. */
  pushPrompt(piece: Piece, arrivedMs: number): void {
    this.push(piece, arrivedMs);
    this.#echo = '';
    this.#promptLength = this.text.length;
  }

  #compareEcho(text: string): void {
    const from = this.text.length;
    if (from >= this.#echo.length || from !== this.#promptLength) return;
    const part = text.slice(0, this.#echo.length - from);
    this.#promptLength = this.#echo.startsWith(part, from) ? from + part.length : 0;
  }

  #column(id: number, logprob: number, end: number, arrivedMs: number): void {
    this.ids.push(id);
    this.logprobs.push(logprob);
    this.ends.push(end);
    this.arrivals.push(arrivedMs);
  }
}
