// The text of tokens as they come: a character that is split over tokens belongs to the one that completes it.
import type { Tokenizer } from '#service/engine/tokenizer/tokenizer.ts';

/** A streaming UTF-8 decoder over tokens. */
export class TokenText {
  readonly #tokenizer: Tokenizer;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #recent: number[] = [];

  constructor(tokenizer: Tokenizer) {
    this.#tokenizer = tokenizer;
  }

  /** The text that this token completes; empty while a character is incomplete. */
  push(id: number): string {
    const bytes = this.#tokenizer.bytesOf(id);
    this.#recent = [...this.#recent, ...bytes].slice(-3);
    return this.#decoder.decode(bytes, { stream: true });
  }

  /** Whether the last token ended inside a character. */
  get isInsideCharacter(): boolean {
    // An incomplete character has at most three bytes; whether one is pending shows in how the tail decodes.
    const tail = Uint8Array.from(this.#recent);
    if (tail.every((byte) => byte < 128)) return false;
    return new TextDecoder().decode(tail) !== new TextDecoder().decode(tail, { stream: true });
  }

  /** What is left of an incomplete character at the end: U+FFFD or nothing. */
  flush(): string {
    this.#recent = [];
    return this.#decoder.decode();
  }
}

/** The text of each of these tokens; together they are the whole text. */
export function textsOf(tokenizer: Tokenizer, ids: readonly number[]): string[] {
  const decoder = new TokenText(tokenizer);
  const texts = ids.map((id) => decoder.push(id));
  const rest = decoder.flush();
  const last = texts.pop();
  return last === undefined ? [] : [...texts, last + rest];
}
