// Counts what was drawn at one place: distinct tokens, how often each came, how much probability they cover together.
import type { Choice } from '#run/choice.ts';
import { readSentToken } from './sent-token.ts';
import type { Recording } from '#run/recording.ts';
import { readToken } from '#run/token.ts';

/** A token as it was drawn once, or as it stood in the answer. */
export interface DrawnSample {
  /** In digits; null where the service sent none. */
  readonly id: string | null;
  readonly text: string;
  readonly isSpecial: boolean;
  /** Natural logarithm as sent; null where there was none. */
  readonly logprob: number | null;
}

/** A distinct token. */
export interface Alternative extends DrawnSample {
  readonly count: number;
}

/** One request's draws. Later rounds had the tokens of the earlier ones banned. */
export interface Round {
  readonly asked: number;
  readonly samples: readonly DrawnSample[];
}

/** A round, counted. */
export interface CountedRound {
  readonly asked: number;
  readonly answered: number;
  /** Likeliest first; those without a logprob by count, behind. */
  readonly alternatives: readonly Alternative[];
  /** Sum of the probabilities of the distinct tokens, as sent; null where none has one. */
  readonly mass: number | null;
}

/** Every choice of a recording as one draw; a choice that ended without a token is the end of the text. */
export function readSamples(recording: Recording, n: number): DrawnSample[] {
  return [...recording.lanes.values()].map((lane) => readSample(recording, lane, n));
}

/** Counts the draws of a round. */
export function countRound({ asked, samples }: Round): CountedRound {
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

/** 0 to 1; null where the logprob is missing or above zero, which no probability has. */
export function probabilityOf(logprob: number | null): number | null {
  return logprob !== null && logprob <= 0 ? Math.exp(logprob) : null;
}

/**
 * Whether a later round's figures cannot be the model's own: together with those before they are more than all. Then the
 * service counts after the bias.
 */
export function isRenormalised(rounds: readonly CountedRound[]): boolean {
  return rounds.length > 1 && rounds.reduce((sum, { mass }) => sum + (mass ?? 0), 0) > 1.001;
}

/** Whether two are the same token: by id where both have one, else by text. */
export function isSameToken(one: DrawnSample, other: DrawnSample): boolean {
  if (one.id !== null && other.id !== null) return one.id === other.id;
  return one.text === other.text && one.isSpecial === other.isSpecial;
}

function readSample(recording: Recording, lane: Choice, n: number): DrawnSample {
  if (lane.tokenCount === 0) return { id: null, text: '', isSpecial: true, logprob: null };
  const { id, text, isSpecial, logprob } = readToken(lane, 0);
  const exactId = Number.isSafeInteger(id) ? undefined : readSentToken(recording, lane, 0, n)?.exactId;
  return { id: exactId ?? (id === null ? null : String(id)), text, isSpecial, logprob };
}

function keyOf({ id, text, isSpecial }: DrawnSample): string {
  return id === null ? `text ${String(isSpecial)} ${text}` : `id ${id}`;
}
