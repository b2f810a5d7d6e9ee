// The one shape in which pages see a completion, whatever dialect the service speaks.
import type { Open } from './schema/open-enum.ts';
import type { UsageData } from '#api/schema/completion-response.ts';

/** An alternative that the service reported beside a token. Logprobs are natural logarithms. */
export interface TopToken {
  readonly text: string;
  readonly id?: number;
  readonly logprob: number | null;
}

/** One token, as far as the service told. */
export interface PieceToken {
  /** Null where the service sent none. Beyond 2^53 it is approximate, and `exactId` holds its digits. */
  readonly id: number | null;
  readonly exactId?: string;
  /** The token's own text. It can differ from the piece's: a special token has text and adds none. */
  readonly text: string;
  /**
   * Natural logarithm as sent: null where there was none (or NaN), -Infinity and values above 0 kept for the page to flag.
   * Floors of other servers (-9999, -3.4e38) are kept too.
   */
  readonly logprob: number | null;
  readonly special: boolean;
  readonly top?: readonly TopToken[];
}

/** What one event, or one JSON answer, adds to one of the n completions. */
export interface Piece {
  /** Which completion: a whole number from 0 to n - 1. */
  readonly index: number;
  /** The text to append, exactly once. */
  readonly text: string;
  /** The tokens of this piece, in order; empty where the service said nothing about tokens. */
  readonly tokens: readonly PieceToken[];
  /** Why this completion ended, verbatim; null while it has not. */
  readonly finishReason: Open<'stop' | 'eos' | 'length'> | null;
}

/** A part of the prompt that `echo` gave back. */
export interface PromptPiece {
  readonly text: string;
  readonly tokens: readonly PieceToken[];
}

/** What one event of a stream, or a whole JSON answer, says. */
export interface CompletionView {
  readonly id: string | null;
  readonly pieces: readonly Piece[];
  /** The prompt with its tokens, where the answer was asked to echo it and the pieces do not begin with it. */
  readonly prompt: readonly PromptPiece[] | null;
  /** Null while not reported, and where it is partial or negative. The last one that is not null counts. */
  readonly usage: UsageData | null;
  /** Null where not sent. A string of digits where a number could not hold it exactly (beyond 2^53). */
  readonly seed: number | string | null;
}
