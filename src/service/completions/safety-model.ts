// Safety filter: stops a choice before the first blocked word.
import type { EngineEvent } from '#service/engine/engine.ts';

type TokenEvent = Extract<EngineEvent, { kind: 'token' }>;

interface Guarded {
  readonly events: AsyncIterable<readonly EngineEvent[]>;
  readonly words: WordSearch;
  readonly n: number;
  /** Prompt tokens, for the usage of a run whose every choice was stopped here. */
  readonly countPrompt: () => Promise<number>;
}

/**
 * Ends every choice before its first blocked word, with finish_reason stop. Tokens that may be part of such a word
 * are held back, so that no piece of the word is sent. Tokens after the end of a choice are dropped and not counted.
 * Once every choice has ended, the engine is stopped.
 */
export async function* guardEvents(guarded: Guarded): AsyncGenerator<readonly EngineEvent[], void> {
  const choices = Array.from({ length: guarded.n }, () => new GuardedChoice(guarded.words));
  let delivered = 0;
  for await (const batch of guarded.events) {
    const passed: EngineEvent[] = [];
    for (const event of batch) {
      if (event.kind === 'token') {
        const tokens = choices[event.index]?.take(event) ?? [];
        delivered += tokens.length;
        passed.push(...tokens);
      } else if (event.kind === 'end') {
        passed.push({ ...event, completionTokens: delivered });
      } else {
        passed.push(event);
      }
    }
    const isOver = choices.every((choice) => choice.isDone) && choices.some((choice) => choice.isStopped);
    if (isOver && passed.at(-1)?.kind !== 'end') {
      passed.push({ kind: 'end', promptTokens: await guarded.countPrompt(), completionTokens: delivered });
    }
    if (passed.length > 0) yield passed;
    if (isOver) return;
  }
}

/** One choice: the text sent, and the tokens held back. */
class GuardedChoice {
  readonly #words: WordSearch;
  #waiting: TokenEvent[] = [];
  /** Last word of the text already sent. */
  #before = '';
  #isStopped = false;
  #isDone = false;

  constructor(words: WordSearch) {
    this.#words = words;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  take(token: TokenEvent): readonly TokenEvent[] {
    if (this.#isStopped) return [];
    this.#waiting.push(token);
    const text = this.#before + this.#waiting.map((waiting) => waiting.text).join('');
    const isLast = token.finishReason !== null;
    const { found, safe } = isLast
      ? { found: this.#words.find(text), safe: text.length }
      : this.#words.findGrowing(text);
    this.#isDone = isLast || found >= 0;
    if (found >= 0) return this.#stopAt(found);
    return this.#release(isLast ? Infinity : safe, text);
  }

  /** Everything up to the token in which the word begins, which is truncated and the last. */
  #stopAt(position: number): readonly TokenEvent[] {
    this.#isStopped = true;
    const leaving: TokenEvent[] = [];
    let start = this.#before.length;
    for (const token of this.#waiting) {
      const end = start + token.text.length;
      if (end > position) {
        return [...leaving, { ...token, text: token.text.slice(0, position - start), finishReason: 'stop' }];
      }
      leaving.push(token);
      start = end;
    }
    return leaving;
  }

  /** Held-back tokens whose text lies within the first `safe` characters. */
  #release(safe: number, text: string): readonly TokenEvent[] {
    let end = this.#before.length;
    let count = 0;
    for (const token of this.#waiting) {
      end += token.text.length;
      if (end > safe) break;
      count += 1;
    }
    const leaving = this.#waiting.splice(0, count);
    const left = text.slice(
      0,
      text.length - this.#waiting.reduce((sum, { text: { length } }) => sum + length, 0),
    );
    this.#before = this.#words.lastWord(left);
    return leaving;
  }
}

/** Search for whole words of a list, case-insensitive. */
export interface WordSearch {
  /** Position of the first listed word in a complete text, or -1. */
  find(text: string): number;
  /**
   * For a text that may grow: a word at the very end does not count yet. No later text can turn the first `safe`
   * characters into a listed word.
   */
  findGrowing(text: string): { readonly found: number; readonly safe: number };
  /** The end of a checked text that must be checked again together with what follows. */
  lastWord(text: string): string;
}

const wordPattern = /[\p{L}\p{M}\p{N}_]+/gu;
const lastWordPattern = /[\p{L}\p{M}\p{N}_]*$/u;

/** Words must be lower case; each is a run of letters, digits and underscores. */
export function searchWords(words: readonly string[]): WordSearch {
  const listed = new Set(words);
  const longest = Math.max(0, ...words.map((word) => word.length));
  const first = (text: string, end: number) => {
    for (const { 0: word, index } of text.matchAll(wordPattern)) {
      if (index + word.length <= end && listed.has(word.toLowerCase())) return index;
    }
    return -1;
  };
  return {
    // One letter more than the longest listed word proves that a word is not listed.
    lastWord: (text) => lastWord(text).slice(-longest - 1),
    find: (text) => first(text, text.length),
    findGrowing(text) {
      const tail = lastWord(text);
      const found = first(text, tail === '' ? text.length : text.length - 1);
      const mayGrow = tail !== '' && words.some((word) => word.startsWith(tail.toLowerCase()));
      return { found, safe: mayGrow ? text.length - tail.length : text.length };
    },
  };
}

function lastWord(text: string): string {
  return lastWordPattern.exec(text)?.[0] ?? '';
}
