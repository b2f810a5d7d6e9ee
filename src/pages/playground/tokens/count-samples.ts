// Sample counts and covered probability mass.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import type { Choice } from '#run/choice.ts';
import { readSentToken } from './sent-token.ts';
import type { Recording } from '#run/recording.ts';
import { readToken } from '#run/token.ts';

export const TokenSample = z.object({
  /** In digits. */
  id: z.nullable(z.string()),
  text: z.string(),
  isSpecial: z.boolean(),
  /** Natural logarithm as sent. */
  logprob: z.nullable(z.number()),
});

export type TokenSample = Readonly<z.infer<typeof TokenSample>>;

interface Alternative extends TokenSample {
  readonly count: number;
}

/** Later rounds ban the tokens of earlier ones. */
export const Round = z.object({ asked: z.number(), samples: z.readonly(z.array(TokenSample)) });

export type Round = Readonly<z.infer<typeof Round>>;

export interface CountedRound {
  readonly asked: number;
  readonly answered: number;
  /** Most probable first. */
  readonly alternatives: readonly Alternative[];
  /** Over distinct tokens. */
  readonly mass: number | null;
}

/** A choice without a token is the end of the text. */
export function readSamples(recording: Recording, n: number): TokenSample[] {
  return [...recording.choices.values()].map((choice) => readSample(recording, choice, n));
}

export function countSamples({ asked, samples }: Round): CountedRound {
  const byToken = new Map<string, Alternative>();
  for (const sample of samples) {
    const key = keyOf(sample);
    const known = byToken.get(key);
    byToken.set(key, { ...(known ?? sample), count: (known?.count ?? 0) + 1 });
  }
  const alternatives = [...byToken.values()].sort(
    (one, other) =>
      (other.logprob ?? Number.NEGATIVE_INFINITY) - (one.logprob ?? Number.NEGATIVE_INFINITY) ||
      other.count - one.count,
  );
  const probabilities = alternatives.flatMap(({ logprob }) => probabilityOf(logprob) ?? []);
  const mass = probabilities.length === 0 ? null : probabilities.reduce((sum, each) => sum + each, 0);
  return { asked, answered: samples.length, alternatives, mass };
}

/** Null if the logprob is missing or above zero. */
export function probabilityOf(logprob: number | null): number | null {
  return logprob !== null && logprob <= 0 ? Math.exp(logprob) : null;
}

/** A sum above 1: the service applies the bias before it computes logprobs. */
export function isRenormalised(rounds: readonly CountedRound[]): boolean {
  return rounds.length > 1 && rounds.reduce((sum, { mass }) => sum + (mass ?? 0), 0) > 1.001;
}

/** Compares ids if both have one, else texts. */
export function isSameToken(one: TokenSample, other: TokenSample): boolean {
  if (one.id !== null && other.id !== null) return one.id === other.id;
  return one.text === other.text && one.isSpecial === other.isSpecial;
}

function readSample(recording: Recording, choice: Choice, n: number): TokenSample {
  if (choice.tokenCount === 0) return { id: null, text: '', isSpecial: true, logprob: null };
  const { id, text, isSpecial, logprob } = readToken(choice, 0);
  const exactId = Number.isSafeInteger(id) ? undefined : readSentToken(recording, choice, 0, n)?.exactId;
  return { id: exactId ?? (id === null ? null : String(id)), text, isSpecial, logprob };
}

function keyOf({ id, text, isSpecial }: TokenSample): string {
  return id === null ? `text ${String(isSpecial)} ${text}` : `id ${id}`;
}
