// Interface of API dialects for tests.

/** The body fields that the test servers read. */
export interface Asked {
  readonly model: string;
  readonly prompt: string;
  readonly n: number;
  readonly withLogprobs: boolean;
  /** `stream_options.include_usage`, which some services require. */
  readonly withUsage: boolean;
}

export interface DialectError {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Everything is text as sent on the wire. */
export interface Dialect {
  readonly name: string;
  readonly contentType: string;
  /** Events in order, line ends included. */
  stream(asked: Asked): readonly string[];
  answer(asked: Asked): string;
  readonly models: string;
  /** Answer to a wrong key. */
  readonly unauthorized: DialectError;
  /** Answer to an invalid request. */
  readonly refused: DialectError;
}

/** What every test server generates: plain, punctuated, beyond ASCII, and one that looks like the end. */
export const TOKENS: readonly string[] = [
  ' the',
  ' fox',
  '.\n',
  ' "Ünïcödé"',
  ' 🌙',
  ' [DONE]',
  ' data: x',
  ' end',
];

export function logprobAt(position: number): number {
  return -0.125 * (position + 1);
}
