// CompletionView: the one shape in which pages see completions of every dialect.
import type { Open } from './schema/open-enum.ts';
import type { UsageData } from '#api/schema/completion-response.ts';

/** An alternative reported beside a token. Logprobs are natural logarithms. */
export interface TopToken {
  readonly text: string;
  readonly id?: number;
  readonly logprob: number | null;
}

/** One token, as far as the service described it. */
export interface PieceToken {
  /** Null if none was sent. Beyond 2^53 it is approximate, and `exactId` holds its digits. */
  readonly id: number | null;
  readonly exactId?: string;
  /** Can differ from the piece's text: a special token has text and adds none. */
  readonly text: string;
  /**
   * Natural logarithm as sent: null if absent or NaN; -Infinity and values above 0 are kept for the page to
   * flag, as are other servers' floors (-9999, -3.4e38).
   */
  readonly logprob: number | null;
  readonly special: boolean;
  readonly top?: readonly TopToken[];
}

/** What one event, or one JSON answer, adds to one of the n completions. */
export interface Piece {
  /** Which completion: an integer from 0 to n - 1. */
  readonly index: number;
  /** The text to append, exactly once. */
  readonly text: string;
  /** In order; empty if the service reported no tokens. */
  readonly tokens: readonly PieceToken[];
  /** Verbatim; null while this completion has not ended. */
  readonly finishReason: Open<'stop' | 'eos' | 'length'> | null;
}

/** A part of the prompt returned by `echo`. */
export interface PromptPiece {
  readonly text: string;
  readonly tokens: readonly PieceToken[];
}

/** The content of one stream event, or of a whole JSON answer. */
export interface CompletionView {
  readonly id: string | null;
  readonly pieces: readonly Piece[];
  /** The prompt with its tokens, if echo was requested and the pieces do not begin with it. */
  readonly prompt: readonly PromptPiece[] | null;
  /** Null while not reported, or if partial or negative. The last non-null one counts. */
  readonly usage: UsageData | null;
  /** Null if not sent. A string of digits if a number could not hold it exactly (beyond 2^53). */
  readonly seed: number | string | null;
}
