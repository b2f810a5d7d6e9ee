// Text and token columns of one choice.
import type { Piece, PieceToken } from '#api/read-view.ts';
import { bisect, upperBound } from '#lib/bisect.ts';
import { Growable } from '#lib/growable.ts';
import { surrogateSafeEnd } from '#lib/unicode.ts';

/** UTF-16 units: cheap to lay out, with a small canvas behind. */
const blockSize = 1024;

interface TextBlock {
  /** UTF-16 units. */
  readonly start: number;
  readonly text: string;
}

/** Append-only. Closed blocks never change: views cache them. */
export class TextLog {
  readonly #closed: TextBlock[] = [];
  #tail = '';
  #closedLength = 0;
  /** After the last line end. */
  #lineEnd = 0;

  /** UTF-16 units. */
  get length(): number {
    return this.#closedLength + this.#tail.length;
  }

  /** The array grows in place. */
  get closed(): readonly TextBlock[] {
    return this.#closed;
  }

  get tail(): string {
    return this.#tail;
  }

  get blocks(): readonly TextBlock[] {
    return [...this.#closed, { start: this.#closedLength, text: this.#tail }];
  }

  /** May be empty or end in half of a surrogate pair. */
  append(piece: string): void {
    // A long line would be searched again for every token.
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

  /** Touches only the blocks in the range. */
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
    const isPast = (index: number) => (this.#closed[index]?.start ?? 0) > offset;
    return bisect(1, Math.max(1, this.#closed.length), isPast) - 1;
  }

  /** O(length). */
  toString(): string {
    return this.#closed.map(({ text }) => text).join('') + this.#tail;
  }
}

/** No line spans two blocks, unless it exceeds sixteen. Never inside a surrogate pair. */
function forcedBorder(tail: string): number {
  return tail.length < 16 * blockSize ? 0 : surrogateSafeEnd(tail, tail.length);
}

/** Append-only. Token i ends at `ends.at(i)`. */
export class Choice {
  readonly index: number;
  readonly text = new TextLog();
  /** NaN if unknown. */
  readonly ids = new Growable();
  /** Natural, as sent; NaN if unknown. */
  readonly logprobs = new Growable();
  /** UTF-16 offsets. */
  readonly ends = new Growable();
  /** Milliseconds since the run started. */
  readonly arrivals = new Growable();
  /** Not part of `text`. */
  readonly specials = new Map<number, string>();
  /** As sent. */
  finishReason: string | null = null;

  #echo: string;
  #promptLength = 0;
  /** In order; the first has not got all of its text. */
  readonly #late: LateToken[] = [];
  #lateText = '';
  #surprise = { from: 0, to: 0, sum: 0, count: 0 };

  constructor(index: number, echo = '') {
    this.index = index;
    this.#echo = echo;
  }

  /** By comparison: a service may ignore `echo`. A text that only begins like the prompt counts, too. */
  get promptLength(): number {
    return this.#promptLength;
  }

  /** Without an echoed prompt. */
  get answer(): string {
    return this.text.slice(this.#promptLength, this.text.length);
  }

  /** Includes an echoed prompt. */
  get tokenCount(): number {
    return this.ends.length;
  }

  /** Also the position of the answer's first token. */
  get promptTokenCount(): number {
    if (this.#promptLength === 0) return 0;
    const ends = this.ends.view();
    const count = upperBound(ends, this.#promptLength - 1);
    // What follows without a text is part of the answer.
    return count + Number(ends[count] === this.#promptLength);
  }

  get answerTokenCount(): number {
    return this.tokenCount - this.promptTokenCount;
  }

  /** The newest piece has no token of its own: each may hold several. */
  get isInPieces(): boolean {
    const last = this.tokenCount - 1;
    return (
      last >= this.promptTokenCount && Number.isNaN(this.ids.at(last)) && Number.isNaN(this.logprobs.at(last))
    );
  }

  /** What `answerTokenCount` counts. */
  get unit(): 'token' | 'event' {
    return this.isInPieces ? 'event' : 'token';
  }

  /** Over answer tokens with a finite logprob ≤ 0. Reads each token once. */
  get surprise(): { readonly sum: number; readonly count: number } {
    const from = this.promptTokenCount;
    // A supposed echo can turn out to be the answer.
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
   * Text without tokens is one unknown token, and one for an echoed prompt before it. Tokens wait for their
   * text, which vLLM holds back while it could begin a stop sequence.
   */
  push({ text, tokens, finishReason }: Piece, arrivedMs: number): void {
    this.finishReason = finishReason ?? this.finishReason;
    const [token, next] = tokens;
    // The usual piece, in a tenth of the time of what follows.
    if (token && tokens.length === 1 && this.#late.length === 0 && textOf(token) === text)
      return this.#take(token, text, arrivedMs);
    // vLLM lists a start token that is not in an echoed text.
    if (token && next?.text && !this.tokenCount && !text.startsWith(token.text) && text.startsWith(next.text))
      tokens = [{ ...token, special: true }, ...tokens.slice(1)];
    const own = [...this.#late, ...tokens].map(textOf).join('');
    const sent = this.#lateText + text;
    const isSpelled = own.startsWith(sent) && own.length - sent.length < maxLate;
    if (!isSpelled) this.end();
    const isUnknown = text !== '' && tokens.length + this.#late.length === 0;
    for (const each of isUnknown ? [{ id: null, logprob: null, text, special: false }] : tokens)
      this.#late.push({ ...each, arrivedMs });
    this.#lateText += text;
    this.end(!isSpelled || finishReason !== null);
  }

  /** Tokens that wait get what there is of their text, unless more may come. */
  end(isEnd = true): void {
    for (let [token, next] = this.#late; token; [token, next] = this.#late) {
      const own = textOf(token);
      if (!isEnd && own.length > this.#lateText.length) return;
      this.#late.shift();
      // The last token gets the rest.
      const end = isEnd && !next ? Infinity : lengthIn(this.#lateText, own, next ? textOf(next) : '');
      this.#take(token, this.#lateText.slice(0, end), token.arrivedMs);
      this.#lateText = this.#lateText.slice(end);
    }
  }

  /** Where the service sends it apart. */
  pushPrompt(piece: Piece, arrivedMs: number): void {
    this.push(piece, arrivedMs);
    this.end();
    this.#echo = '';
    this.#promptLength = this.text.length;
  }

  #take({ id, logprob, text, special }: PieceToken, own: string, arrivedMs: number): void {
    const from = this.text.length;
    this.text.append(own);
    if (from < this.#echo.length && from === this.#promptLength) {
      const part = own.slice(0, this.#echo.length - from);
      this.#promptLength = this.#echo.startsWith(part, from) ? from + part.length : 0;
    }
    if (special) this.specials.set(this.tokenCount, text);
    const isBoth = this.#promptLength > from && this.#promptLength < this.text.length;
    if (isBoth && id === null && logprob === null) this.#column(id, logprob, this.#promptLength, arrivedMs);
    this.#column(id, logprob, this.text.length, arrivedMs);
  }

  #column(id: number | null, logprob: number | null, end: number, arrivedMs: number): void {
    this.ids.push(id ?? Number.NaN);
    this.logprobs.push(logprob ?? Number.NaN);
    this.ends.push(end);
    this.arrivals.push(arrivedMs);
  }
}

/** Characters: a stop sequence is shorter. */
const maxLate = 1_000;

interface LateToken extends PieceToken {
  readonly arrivedMs: number;
}

/** A part of a character, as vLLM and OpenAI write it. */
const part = /\uFFFD|^bytes:/;

/** Of what `own` stands for at the start of the text. The last part of a character gets all of it. */
function lengthIn(text: string, own: string, next: string): number {
  if (!part.test(own) || text.startsWith(own)) return own.length;
  const [{ length } = ''] = text;
  return part.test(next) ? 0 : Math.max(length, text.indexOf(next, length));
}

/** What it adds to the text. */
function textOf({ special, text }: PieceToken): string {
  return special ? '' : text;
}
