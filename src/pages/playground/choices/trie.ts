// Incremental radix trie of a run's choices: shared prefixes are stored once.
import type { Choice } from '#run/choice.ts';
import { tokenStart } from '#run/token.ts';

/** Node: units that some choices share in the same place. Only the root has none. */
export interface Strand {
  readonly id: number;
  readonly parent: Strand | null;
  /** Of one of its choices; null for the root. */
  readonly units: Units | null;
  /** Unit range, `to` exclusive, from the beginning of the choice. */
  readonly from: number;
  readonly to: number;
  /** Their first units differ. */
  readonly children: readonly Strand[];
  /** Choices whose newest unit is here; after their end it is the last of the strand. */
  readonly resting: ReadonlySet<Choice>;
}

interface Growing extends Strand {
  parent: Growing | null;
  units: Units | null;
  from: number;
  to: number;
  children: Growing[];
  resting: Set<Choice>;
}

interface Cursor {
  readonly units: Units;
  strand: Growing;
  /** Number of units inserted so far. */
  read: number;
}

/** Units per call, so as not to block the page. */
const portion = 5_000;

/** Strands never move, but are split where a choice diverges. */
export class Trie {
  readonly #root: Growing;
  readonly #cursors = new Map<Choice, Cursor>();
  #strandCount = 0;
  #isOver = false;

  constructor() {
    this.#root = this.#strand(null, null, 0, 0);
  }

  /** Holds no unit; choices without text rest here. */
  get root(): Strand {
    return this.#root;
  }

  /** undefined if the choice is not in the trie. */
  find(lane: Choice): Strand | undefined {
    return this.#cursors.get(lane)?.strand;
  }

  /** Inserts what is new. @param isOver no choice will grow any more @returns whether there is more to insert */
  grow(lanes: Iterable<Choice>, isOver: boolean): boolean {
    let left = portion;
    this.#isOver = isOver;
    for (const lane of lanes) {
      if (lane.tokenCount === 0) {
        if (isOver) this.#root.resting.add(lane);
        continue;
      }
      const cursor = this.#cursorOf(lane);
      const isEnd = this.#ends(lane);
      const count = cursor.units.count(isEnd);
      const until = Math.min(count, cursor.read + left);
      left -= until - cursor.read;
      while (cursor.read < until) this.#step(cursor, until);
      if (isEnd && cursor.read === count && cursor.read < cursor.strand.to) {
        this.#cut(cursor.strand, cursor.read);
      }
      if (left <= 0) return true;
    }
    return false;
  }

  #cursorOf(lane: Choice): Cursor {
    const known = this.#cursors.get(lane);
    if (known) return known;
    const cursor: Cursor = { units: unitsOf(lane), strand: this.#root, read: 0 };
    this.#cursors.set(lane, cursor);
    this.#root.resting.add(lane);
    return cursor;
  }

  /** Inserts at least one unit, or splits a strand for it. */
  #step(cursor: Cursor, until: number): void {
    const { strand, units } = cursor;
    if (cursor.read < strand.to) {
      if (strand.units?.key(cursor.read) === units.key(cursor.read)) cursor.read += 1;
      else this.#cut(strand, cursor.read);
      return;
    }
    if (strand.children.length === 0 && strand !== this.#root) {
      // A choice still growing here has not diverged: it follows later, or the strand is split at its end.
      const ended = [...strand.resting].some(
        (lane) => lane !== units.lane && this.#isEndedAt(lane, strand.to),
      );
      if (!ended) {
        strand.units = units;
        strand.to = until;
        cursor.read = until;
        return;
      }
    }
    const key = units.key(cursor.read);
    const next =
      strand.children.find((child) => child.units?.key(child.from) === key) ??
      this.#strand(strand, units, cursor.read, until);
    this.#move(cursor, next);
  }

  #ends(lane: Choice): boolean {
    return this.#isOver || lane.finishReason !== null;
  }

  // An ended choice stays here; one that continues needs a new strand.
  #isEndedAt(lane: Choice, place: number): boolean {
    const cursor = this.#cursors.get(lane);
    return cursor?.read === place && this.#ends(lane) && cursor.units.count(true) === place;
  }

  #strand(parent: Growing | null, units: Units | null, from: number, to: number): Growing {
    const strand: Growing = {
      id: this.#strandCount,
      parent,
      units,
      from,
      to,
      children: [],
      resting: new Set(),
    };
    this.#strandCount += 1;
    parent?.children.push(strand);
    return strand;
  }

  #move(cursor: Cursor, strand: Growing): void {
    cursor.strand.resting.delete(cursor.units.lane);
    cursor.strand = strand;
    strand.resting.add(cursor.units.lane);
  }

  /** The part after the split becomes the only child. */
  #cut(strand: Growing, before: number): void {
    const lower = this.#strand(null, strand.units, before, strand.to);
    lower.parent = strand;
    lower.children = strand.children;
    for (const child of lower.children) child.parent = lower;
    strand.children = [lower];
    strand.to = before;
    for (const lane of strand.resting) {
      const cursor = this.#cursors.get(lane);
      if (cursor && cursor.read > before) this.#move(cursor, lower);
    }
  }
}

/** UTF-16 offset. */
function startOf({ units, from }: Strand): number {
  return units?.end(from - 1) ?? 0;
}

/** UTF-16 offset. */
export function endOf({ units, to }: Strand): number {
  return units?.end(to - 1) ?? 0;
}

export function textOf(strand: Strand): string {
  return strand.units?.lane.text.slice(startOf(strand), endOf(strand)) ?? '';
}

/** An append-only sequence of units that add up to the choice's text. */
interface Units {
  readonly lane: Choice;
  /** @param isOver counts an unfinished last word */
  count: (isOver: boolean) => number;
  /** Equal for the same token with the same text, in any choice. */
  key: (unit: number) => string;
  /** UTF-16 offset; 0 for unit −1. */
  end: (unit: number) => number;
}

/** Tokens if they have ids, else words. The choice must have a token. */
function unitsOf(lane: Choice): Units {
  return Number.isNaN(lane.ids.at(0)) ? wordsOf(lane) : tokensOf(lane);
}

function tokensOf(lane: Choice): Units {
  return {
    lane,
    count: () => lane.tokenCount,
    // The same id can add different text: joined units must give the text.
    key: (token) =>
      `${lane.ids.at(token)} ${lane.specials.get(token) ?? ''} ${lane.text.slice(tokenStart(lane, token), lane.ends.at(token))}`,
    end: (token) => (token < 0 ? 0 : lane.ends.at(token)),
  };
}

function wordsOf(lane: Choice): Units {
  const ends: number[] = [];
  const end = (word: number) => ends[word] ?? 0;
  return {
    lane,
    count(isOver) {
      const start = ends.at(-1) ?? 0;
      const rest = lane.text.slice(start, lane.text.length);
      for (const { index, 0: word } of rest.matchAll(/\s*\S+/gu)) {
        // The last word may still grow.
        if (isOver || index + word.length < rest.length) ends.push(start + index + word.length);
      }
      if (isOver && (ends.at(-1) ?? 0) < lane.text.length) ends.push(lane.text.length);
      return ends.length;
    },
    key: (word) => lane.text.slice(end(word - 1), end(word)),
    end,
  };
}
