// Safety model: stops a choice before the first blocked word.
import type { EngineEvent } from '#service/engine/engine.ts';

type TokenEvent = Extract<EngineEvent, { kind: 'token' }>;

interface GuardOptions {
  readonly events: AsyncIterable<readonly EngineEvent[]>;
  readonly words: WordSearch;
  readonly n: number;
  /** Its last word may continue in the choices. */
  readonly prompt: string;
  /** For the usage if every choice is stopped here. */
  readonly countPrompt: () => Promise<number>;
}

/**
 * Ends choices before blocked words with finish_reason stop. Tokens that may be part of one are held back; later ones
 * are neither sent nor counted.
 */
export async function* guardEvents(options: GuardOptions): AsyncGenerator<readonly EngineEvent[], void> {
  const choices = Array.from({ length: options.n }, () => new GuardedChoice(options.words, options.prompt));
  let delivered = 0;
  for await (const batch of options.events) {
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
      passed.push({ kind: 'end', promptTokens: await options.countPrompt(), completionTokens: delivered });
    }
    if (passed.length > 0) yield passed;
    if (isOver) return;
  }
}

class GuardedChoice {
  readonly #words: WordSearch;
  #waiting: TokenEvent[] = [];
  /** Last word of the prompt or already sent. */
  #before: string;
  isStopped = false;
  isDone = false;

  constructor(words: WordSearch, prompt: string) {
    this.#words = words;
    this.#before = words.lastWord(prompt);
  }

  take(token: TokenEvent): readonly TokenEvent[] {
    if (this.isStopped) return [];
    this.#waiting.push(token);
    const text = this.#before + this.#waiting.map((waiting) => waiting.text).join('');
    const isLast = token.finishReason !== null;
    const { found, safe } = isLast
      ? { found: this.#words.find(text), safe: text.length }
      : this.#words.findGrowing(text);
    this.isDone = isLast || found >= 0;
    if (found >= 0) return this.#stopAt(found);
    return this.#release(isLast ? Infinity : safe, text);
  }

  #stopAt(position: number): readonly TokenEvent[] {
    this.isStopped = true;
    const released: TokenEvent[] = [];
    let start = this.#before.length;
    for (const token of this.#waiting) {
      const end = start + token.text.length;
      if (end > position) {
        const sendable = token.text.slice(0, Math.max(0, position - start));
        return [...released, { ...token, text: sendable, finishReason: 'stop' }];
      }
      released.push(token);
      start = end;
    }
    return released;
  }

  #release(safe: number, text: string): readonly TokenEvent[] {
    let end = this.#before.length;
    let count = 0;
    for (const token of this.#waiting) {
      end += token.text.length;
      if (end > safe) break;
      count += 1;
    }
    const released = this.#waiting.splice(0, count);
    const sentText = text.slice(
      0,
      text.length - this.#waiting.reduce((sum, { text: { length } }) => sum + length, 0),
    );
    this.#before = this.#words.lastWord(sentText);
    return released;
  }
}

/** Case-insensitive search for whole words. */
export interface WordSearch {
  /** -1 for none. `text` must be complete. */
  find(text: string): number;
  /** A word at the end does not count yet; the first `safe` characters cannot become part of a listed word. */
  findGrowing(text: string): { readonly found: number; readonly safe: number };
  /** What to check again with the text that follows. */
  lastWord(text: string): string;
}

const wordPattern = /[\p{L}\p{M}\p{N}_]+/gu;
const lastWordPattern = /[\p{L}\p{M}\p{N}_]*$/u;

/** Words must be lower case, of letters, digits and underscores. */
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
    // One letter more than the longest listed word proves a word unlisted.
    lastWord: (text) => lastWord(text.slice(-longest - 1)),
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
