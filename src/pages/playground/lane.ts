// One choice of a run as it was received: its text, and for each token what the service said and when it came.
import type { Piece } from '#api/view.ts';
import { Growable } from '#lib/growable.ts';
import { TextLog } from './text-log.ts';

/** Append-only record of one choice. Columns are typed arrays; token i ends at `ends.at(i)` in the text. */
export class Lane {
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
  /** Sum of −logprob over the tokens whose logprob is finite and not above zero, and their count. */
  surpriseSum = 0;
  surpriseCount = 0;

  constructor(index: number) {
    this.index = index;
  }

  /** Count of tokens received. */
  get tokenCount(): number {
    return this.ends.length;
  }

  /**
   * Appends what one event brought. Text that came without tokens counts as one token of which nothing is known.
   * @returns count of tokens added
   */
  push(piece: Piece, arrivedMs: number): number {
    let end = this.text.length;
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

  #column(id: number, logprob: number, end: number, arrivedMs: number): void {
    this.ids.push(id);
    this.logprobs.push(logprob);
    this.ends.push(end);
    this.arrivals.push(arrivedMs);
    if (!Number.isFinite(logprob) || logprob > 0) return;
    this.surpriseSum -= logprob;
    this.surpriseCount += 1;
  }
}
