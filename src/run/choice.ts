// One choice of a run as it was received: its text, and for each token what the service said and when it came.
import type { Piece } from '#api/view.ts';
import { Growable } from '#lib/growable.ts';
import { wholeEnd } from '#lib/surrogate-safe.ts';

/** Characters (UTF-16 units) after which a block is closed; a paragraph, cheap to lay out, with a small canvas behind it. */
const blockSize = 1024;

/** A part of the text that will never change. */
interface TextBlock {
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

/** Append-only record of one choice. Columns are typed arrays; token i ends at `ends.at(i)` in the text. */
export class Choice {
  readonly index: number;
  readonly text = new TextLog();
  /** Token ids; NaN where unknown. */
  readonly ids = new Growable();
  /** Natural logarithms of the probabilities, as sent; NaN where unknown. */
  readonly logprobs = new Growable();
  /** Offset behind each token in the text, UTF-16 units. */
  readonly ends = new Growable();
  /** Arrival of each token, milliseconds since the run started. */
  readonly arrivals = new Growable();
  /** Own text of the special tokens, which add none to the text; by position. */
  readonly specials = new Map<number, string>();
  /** As the service sent it; null until then. */
  finishReason: string | null = null;

  /** The prompt as it may come back at the start of the text; empty where it was not asked for. */
  #echo: string;
  #promptLength = 0;
  /** Of the tokens from `from` to `to`, as far as they were summed. */
  #surprise = { from: 0, to: 0, sum: 0, count: 0 };

  constructor(index: number, echo = '') {
    this.index = index;
    this.#echo = echo;
  }

  /**
   * Length of the echoed prompt at the start of the text, known by what came: a service may ignore `echo`. A text that is
   * no more than a beginning of the prompt yet counts as echoed.
   */
  get promptLength(): number {
    return this.#promptLength;
  }

  /** Count of tokens received, those of an echoed prompt among them. */
  get tokenCount(): number {
    return this.ends.length;
  }

  /** Count of the tokens at the beginning that are the echoed prompt: the position of the answer's first. */
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

  /** Count of the tokens that the model wrote. */
  get answerTokenCount(): number {
    return this.tokenCount - this.promptTokenCount;
  }

  /** Sum of −logprob over the answer's tokens whose logprob is finite and not above zero, and their count. Each is read once. */
  get surprise(): { readonly sum: number; readonly count: number } {
    const from = this.promptTokenCount;
    // What counted as prompt or as answer may turn out to be the other.
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

  /**
   * Appends what one event brought. Text that came without tokens counts as one token of which nothing is known.
   * @returns count of tokens added
   */
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
      // What the tokens' own texts leave over belongs to the last: the text of the piece is what counts.
      if (position === last) end = this.text.length;
      this.#column(token.id ?? Number.NaN, token.logprob ?? Number.NaN, end, arrivedMs);
    });
    return piece.tokens.length;
  }

  /** Appends a part of the prompt that came apart from the answer, whatever it looks like. */
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
