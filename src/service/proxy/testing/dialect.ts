// What a program that speaks a dialect of the interface must be able to say.

/** The parts of a completion's body that the programs look at. */
export interface Asked {
  readonly model: string;
  readonly prompt: string;
  readonly n: number;
  readonly withLogprobs: boolean;
  /** `stream_options.include_usage`, which some services wait for. */
  readonly withUsage: boolean;
}

/** An error as a dialect answers it. */
export interface DialectError {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A way to speak the interface. Everything is text as it stands on the wire. */
export interface Dialect {
  readonly name: string;
  readonly contentType: string;
  /** The events of a stream in order, line ends included. */
  stream(asked: Asked): readonly string[];
  answer(asked: Asked): string;
  readonly models: string;
  /** What is said to a wrong key. */
  readonly unauthorized: DialectError;
  /** What is said to a request that cannot be served. */
  readonly refused: DialectError;
}

/** The tokens that every program generates: plain, punctuated, beyond ASCII, and one that looks like the end. */
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

/** A log-probability for the token at a place. */
export function logprobAt(position: number): number {
  return -0.125 * (position + 1);
}
