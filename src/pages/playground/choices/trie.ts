// Incremental radix trie of a run's choices.
import { surrogateSafeEnd } from '#lib/unicode.ts';
import type { Choice } from '#run/choice.ts';
import { tokenStart } from '#run/token.ts';

/** Units shared in the same place. Only the root has none. */
export interface TrieNode {
  readonly id: number;
  readonly parent: TrieNode | null;
  /** Of one of its choices. */
  readonly units: Units | null;
  /** Range in the choice, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** First units differ. */
  readonly children: readonly TrieNode[];
  /** Choices whose newest unit is here; once ended, it is the node's last. */
  readonly resting: ReadonlySet<Choice>;
}

interface MutableNode extends TrieNode {
  parent: MutableNode | null;
  units: Units | null;
  from: number;
  to: number;
  children: MutableNode[];
  resting: Set<Choice>;
}

interface Cursor {
  readonly units: Units;
  node: MutableNode;
  /** Inserted units. */
  read: number;
}

/** More would block the page. */
const batchSize = 5_000;

/** Nodes only split, where a choice diverges. */
export class Trie {
  readonly #root: MutableNode;
  readonly #cursors = new Map<Choice, Cursor>();
  #nodeCount = 0;
  #isOver = false;

  constructor() {
    this.#root = this.#addNode(null, null, 0, 0);
  }

  /** Choices without text rest here. */
  get root(): TrieNode {
    return this.#root;
  }

  find(choice: Choice): TrieNode | undefined {
    return this.#cursors.get(choice)?.node;
  }

  /** @param isOver no choice will grow @returns whether more is left */
  grow(choices: Iterable<Choice>, isOver: boolean): boolean {
    let left = batchSize;
    this.#isOver = isOver;
    for (const choice of choices) {
      if (choice.tokenCount === 0) {
        if (isOver) this.#root.resting.add(choice);
        continue;
      }
      const cursor = this.#cursorOf(choice);
      const isEnd = this.#ends(choice);
      const count = cursor.units.count(isEnd);
      const until = Math.min(count, cursor.read + left);
      left -= until - cursor.read;
      while (cursor.read < until) this.#step(cursor, until);
      if (isEnd && cursor.read === count && cursor.read < cursor.node.to) {
        this.#split(cursor.node, cursor.read);
      }
      if (left <= 0) return true;
    }
    return false;
  }

  #cursorOf(choice: Choice): Cursor {
    const known = this.#cursors.get(choice);
    if (known) return known;
    const cursor: Cursor = { units: unitsOf(choice), node: this.#root, read: 0 };
    this.#cursors.set(choice, cursor);
    this.#root.resting.add(choice);
    return cursor;
  }

  /** Inserts a unit or more, or splits a node. */
  #step(cursor: Cursor, until: number): void {
    const { node, units } = cursor;
    if (cursor.read < node.to) {
      if (node.units?.key(cursor.read) === units.key(cursor.read)) cursor.read += 1;
      else this.#split(node, cursor.read);
      return;
    }
    if (node.children.length === 0 && node !== this.#root) {
      // A choice still growing here has not diverged.
      const ended = [...node.resting].some(
        (choice) => choice !== units.choice && this.#isEndedAt(choice, node.to),
      );
      if (!ended) {
        node.units = units;
        node.to = until;
        cursor.read = until;
        return;
      }
    }
    const key = units.key(cursor.read);
    const next =
      node.children.find((child) => child.units?.key(child.from) === key) ??
      this.#addNode(node, units, cursor.read, until);
    this.#move(cursor, next);
  }

  #ends(choice: Choice): boolean {
    return this.#isOver || choice.finishReason !== null;
  }

  // An ended choice stays here; one that continues needs a new node.
  #isEndedAt(choice: Choice, place: number): boolean {
    const cursor = this.#cursors.get(choice);
    return cursor?.read === place && this.#ends(choice) && cursor.units.count(true) === place;
  }

  #addNode(parent: MutableNode | null, units: Units | null, from: number, to: number): MutableNode {
    const node: MutableNode = {
      id: this.#nodeCount,
      parent,
      units,
      from,
      to,
      children: [],
      resting: new Set(),
    };
    this.#nodeCount += 1;
    parent?.children.push(node);
    return node;
  }

  #move(cursor: Cursor, node: MutableNode): void {
    cursor.node.resting.delete(cursor.units.choice);
    cursor.node = node;
    node.resting.add(cursor.units.choice);
  }

  #split(node: MutableNode, before: number): void {
    const lower = this.#addNode(null, node.units, before, node.to);
    lower.parent = node;
    lower.children = node.children;
    for (const child of lower.children) child.parent = lower;
    node.children = [lower];
    node.to = before;
    for (const choice of node.resting) {
      const cursor = this.#cursors.get(choice);
      if (cursor && cursor.read > before) this.#move(cursor, lower);
    }
  }
}

/** UTF-16 offset. */
function startOf({ units, from }: TrieNode): number {
  return units?.end(from - 1) ?? 0;
}

/** UTF-16 offset. */
export function endOf({ units, to }: TrieNode): number {
  return units?.end(to - 1) ?? 0;
}

export function textOf(node: TrieNode): string {
  return node.units?.choice.text.slice(startOf(node), endOf(node)) ?? '';
}

/** Characters. */
const leadLength = 40;

/** The end of the line that the node continues or ends, with the white space that the node begins with. */
export function leadOf(node: TrieNode): string {
  const start = startOf(node);
  const text = node.units?.choice.text.slice(0, endOf(node)) ?? '';
  const end = text.length - text.slice(start).trimStart().length;
  const isBlank = end === text.length && end > start;
  if (start === 0 || isBlank) return '';
  const line = text.slice(text.lastIndexOf('\n', end - 1) + 1, end);
  return line.length > leadLength ? `…${line.slice(surrogateSafeEnd(line, line.length - leadLength))}` : line;
}

/** Append-only; they add up to the text. */
interface Units {
  readonly choice: Choice;
  /** @param isOver counts the unfinished last word */
  count: (isOver: boolean) => number;
  /** Equal for the same token with the same text. */
  key: (unit: number) => string;
  /** UTF-16 offset; 0 for unit −1. */
  end: (unit: number) => number;
}

/** Tokens if they have ids, else words. The choice must have a token. */
function unitsOf(choice: Choice): Units {
  return Number.isNaN(choice.ids.at(0)) ? wordsOf(choice) : tokensOf(choice);
}

function tokensOf(choice: Choice): Units {
  return {
    choice,
    count: () => choice.tokenCount,
    // The same id can add different text.
    key: (token) =>
      `${choice.ids.at(token)} ${choice.specials.get(token) ?? ''} ${choice.text.slice(tokenStart(choice, token), choice.ends.at(token))}`,
    end: (token) => (token < 0 ? 0 : choice.ends.at(token)),
  };
}

function wordsOf(choice: Choice): Units {
  const ends: number[] = [];
  const end = (word: number) => ends[word] ?? 0;
  return {
    choice,
    count(isOver) {
      const start = ends.at(-1) ?? 0;
      const rest = choice.text.slice(start, choice.text.length);
      for (const { index, 0: word } of rest.matchAll(/\s*\S+/gu)) {
        // The last word may still grow.
        if (isOver || index + word.length < rest.length) ends.push(start + index + word.length);
      }
      if (isOver && (ends.at(-1) ?? 0) < choice.text.length) ends.push(choice.text.length);
      return ends.length;
    },
    key: (word) => choice.text.slice(end(word - 1), end(word)),
    end,
  };
}
