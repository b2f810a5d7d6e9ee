// Choice output: stop sequences, finish reason, streaming UTF-8 decoding.
import type { Tokenizer } from '#service/engine/model/tokenizer.ts';

type FinishReason = 'stop' | 'eos' | 'length';

export interface OutputToken {
  readonly id: number;
  /** Empty for `<|end|>`, inside a stop sequence, and while a character is incomplete. */
  readonly text: string;
  readonly logprob: number;
  readonly special: boolean;
  /** On the last token. */
  readonly finishReason: FinishReason | null;
}

type HeldToken = Omit<OutputToken, 'finishReason'>;

/** One token per id; ends at the stop sequence that completes first. */
export class ChoiceOutput {
  readonly #tokenizer: Tokenizer;
  readonly #decoder: TokenText;
  readonly #stops: readonly string[];
  #held: HeldToken[] = [];

  /** Empty stop sequences never match. */
  constructor(tokenizer: Tokenizer, stops: readonly string[]) {
    this.#tokenizer = tokenizer;
    this.#decoder = new TokenText(tokenizer);
    this.#stops = stops
      .filter((stop) => stop !== '')
      .map((stop) => stop.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
  }

  /** `isLast`: at the length limit. */
  push(id: number, logprob: number, isLast: boolean): OutputToken[] {
    const special = id === this.#tokenizer.end;
    if (special) this.#append(this.#decoder.flush());
    this.#held.push({ id, logprob, special, text: this.#decoder.push(id) });
    if (isLast) this.#append(this.#decoder.flush());

    const text = this.#held.map((token) => token.text).join('');
    const stop = firstStop(text, this.#stops);
    if (stop !== null) return this.#finish('stop', stop);
    if (special) return this.#finish('eos', text.length);
    if (isLast) return this.#finish('length', text.length);
    return this.#release(startOfPossibleStop(text, this.#stops));
  }

  #append(rest: string): void {
    const last = this.#held.pop();
    if (last) this.#held.push({ ...last, text: last.text + rest });
  }

  /** The last token stays while its character is incomplete. */
  #release(safe: number): OutputToken[] {
    let end = 0;
    let count = 0;
    for (const { text } of this.#held) {
      end += text.length;
      if (end > safe) break;
      count++;
    }
    if (count === this.#held.length && this.#decoder.isInsideCharacter) count--;
    return this.#held.splice(0, count).map((token) => finished(token, token.text, null));
  }

  #finish(reason: FinishReason, end: number): OutputToken[] {
    let start = 0;
    const last = this.#held.length - 1;
    return this.#held.splice(0).map((token, index) => {
      const text = token.text.slice(0, Math.max(0, end - start));
      start += token.text.length;
      return finished(token, text, index === last ? reason : null);
    });
  }
}

const finished = (
  { id, logprob, special }: HeldToken,
  text: string,
  finishReason: FinishReason | null,
): OutputToken => ({ id, text, logprob, special, finishReason });

/** Where the stop sequence begins that completes first; of several, the longest. */
export function firstStop(text: string, stops: readonly string[]): number | null {
  let [start, end] = [0, Infinity];
  for (const stop of stops) {
    const place = text.indexOf(stop);
    const stopEnd = place + stop.length;
    if (place >= 0 && (stopEnd < end || (stopEnd === end && place < start))) [start, end] = [place, stopEnd];
  }
  return end === Infinity ? null : start;
}

/** Where the longest suffix begins that could become a stop sequence. */
function startOfPossibleStop(text: string, stops: readonly string[]): number {
  let start = text.length;
  for (const stop of stops)
    for (let length = Math.min(stop.length - 1, text.length); length > text.length - start; length--)
      if (text.endsWith(stop.slice(0, length))) start = text.length - length;
  return start;
}

export class TokenText {
  readonly #tokenizer: Tokenizer;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #recent: number[] = [];

  constructor(tokenizer: Tokenizer) {
    this.#tokenizer = tokenizer;
  }

  /** Empty while a character is incomplete. */
  push(id: number): string {
    const bytes = this.#tokenizer.bytesOf(id);
    this.#recent = [...this.#recent, ...bytes].slice(-3);
    return this.#decoder.decode(bytes, { stream: true });
  }

  get isInsideCharacter(): boolean {
    // An incomplete character has at most three bytes; whether one is pending shows in how the tail decodes.
    const tail = Uint8Array.from(this.#recent);
    if (tail.every((byte) => byte < 128)) return false;
    return new TextDecoder().decode(tail) !== new TextDecoder().decode(tail, { stream: true });
  }

  /** U+FFFD inside a character, otherwise empty. */
  flush(): string {
    this.#recent = [];
    return this.#decoder.decode();
  }
}

/** One per token; joined, they are the whole text. */
export function textsOf(tokenizer: Tokenizer, ids: readonly number[]): string[] {
  const decoder = new TokenText(tokenizer);
  const texts = ids.map((id) => decoder.push(id));
  const rest = decoder.flush();
  const last = texts.pop();
  return last === undefined ? [] : [...texts, last + rest];
}
