// The lanes of one request as a tree: what several of them share stands in it once. It grows with them and is never rebuilt.
import type { Choice } from '#run/choice.ts';
import { tokenStart } from '#run/token.ts';

/** Units that the same lanes have in the same place. Only the root has none. */
export interface Strand {
  readonly id: number;
  readonly parent: Strand | null;
  /** Of one of its lanes; null for the root. */
  readonly units: Units | null;
  /** Its units, from and up to, not with; counted from the beginning of the lane. */
  readonly from: number;
  readonly to: number;
  /** In the order in which they came up. Their first units differ. */
  readonly children: readonly Strand[];
  /** Lanes that are here with their newest unit. Once a lane is over, that is the strand's last. */
  readonly resting: ReadonlySet<Choice>;
}

/** A strand while the tree grows. */
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
  /** Units of the lane that stand in the tree. */
  read: number;
}

/** Units that one call reads at most: a page has other things to do too. */
const portion = 5_000;

/** A tree that grows with its lanes. A strand never moves, but it is cut where a lane parts from it. */
export class Trie {
  readonly #root: Growing;
  readonly #cursors = new Map<Choice, Cursor>();
  #strandCount = 0;
  #isOver = false;

  constructor() {
    this.#root = this.#strand(null, null, 0, 0);
  }

  /** Holds no unit; lanes without text rest here. */
  get root(): Strand {
    return this.#root;
  }

  /** The strand where a lane is; undefined for one that is not in the tree. */
  find(lane: Choice): Strand | undefined {
    return this.#cursors.get(lane)?.strand;
  }

  /**
   * Reads what is new of the lanes. Costs as much as that.
   * @param isOver nothing more will come, of any lane
   * @returns whether something new is left for the next call
   */
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

  /** Reads at least one unit of a lane. */
  #step(cursor: Cursor, until: number): void {
    const { strand, units } = cursor;
    if (cursor.read < strand.to) {
      if (strand.units?.key(cursor.read) === units.key(cursor.read)) cursor.read += 1;
      else this.#cut(strand, cursor.read);
      return;
    }
    if (strand.children.length === 0 && strand !== this.#root) {
      // Lanes that rest at the end have not parted: they follow, or the strand is cut where they end.
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

  // A lane that is over stays where it is; whoever goes on from there goes on in a strand of its own.
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

  /** Cuts a strand before a unit; what follows becomes its one child. */
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

/** Offset in its lanes' text at which a strand begins, UTF-16 units. */
function startOf({ units, from }: Strand): number {
  return units?.end(from - 1) ?? 0;
}

/** Offset in its lanes' text at which a strand ends, UTF-16 units. */
export function endOf({ units, to }: Strand): number {
  return units?.end(to - 1) ?? 0;
}

/** A strand's own text. */
export function textOf(strand: Strand): string {
  return strand.units?.lane.text.slice(startOf(strand), endOf(strand)) ?? '';
}

/** A lane as a row of units that only grows. Together, and in order, they are the lane's text. */
interface Units {
  readonly lane: Choice;
  /** Units known so far. @param isOver nothing more will come: what could still have grown is a unit now */
  count: (isOver: boolean) => number;
  /** Equal for two units, of whatever lane, that are the same token with the same text. */
  key: (unit: number) => string;
  /** Offset behind a unit in the lane's text; 0 for unit −1. */
  end: (unit: number) => number;
}

/** Tokens where the lane's first has an id, else words. A lane has to have a token. */
function unitsOf(lane: Choice): Units {
  return Number.isNaN(lane.ids.at(0)) ? wordsOf(lane) : tokensOf(lane);
}

function tokensOf(lane: Choice): Units {
  return {
    lane,
    count: () => lane.tokenCount,
    // The id says which token it is, the text what it added here: the text is what a walk has to give back.
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
        // The newest word may go on with the next event.
        if (isOver || index + word.length < rest.length) ends.push(start + index + word.length);
      }
      if (isOver && (ends.at(-1) ?? 0) < lane.text.length) ends.push(lane.text.length);
      return ends.length;
    },
    key: (word) => lane.text.slice(end(word - 1), end(word)),
    end,
  };
}
