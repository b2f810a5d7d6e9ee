// Sink of all log readers: points, skipped lines, notes.
import { formatCount } from '#lib/format.ts';
import { readTimeMs } from '#lib/read-time.ts';
import { curveOfKey } from '#pages/fine-tunes/curves/curve-of-key.ts';
import { namesOf, type CurveName } from '#pages/fine-tunes/curves/curve.ts';
import { CurveColumns } from './curve-columns.ts';
import {
  columnRole,
  roleOfKey,
  type ColumnRole,
  type KeyRole,
  type LogMapping,
  type LogReport,
  type ReadRun,
  type UnreadLine,
} from './log-report.ts';
import { isWithoutZone, readFigure } from './read-figure.ts';

/** Per file, about 40 bytes each; beyond, the longest curve is thinned. */
const maxPoints = 4_000_000;
const maxRuns = 200;
const maxColumns = 500;
/** Further ones are only counted. */
const maxListed = 100;

/**
 * One file's content.
 * @param source the file's name
 * @param mapping the user's choices
 */
export class LogSink {
  readonly #source: string;
  readonly #mapping: LogMapping;
  readonly #limit: number;
  readonly #columns = new Map<string, ColumnRole>();
  readonly #roles = new Map<string, KeyRole | null>();
  /** Each curve's key. */
  readonly #owners = new Map<CurveName, string>();
  readonly #runs = new Map<string, Map<CurveName, CurveColumns>>();
  readonly #notes = new Set<string>();
  readonly #unread: UnreadLine[] = [];
  #unreadCount = 0;
  #otherLines = 0;
  #points = 0;

  constructor(source: string, mapping: LogMapping = {}, limit = maxPoints) {
    this.#source = source;
    this.#mapping = mapping;
    this.#limit = limit;
  }

  get points(): number {
    return this.#points;
  }

  /** Null also for a curve that the user gave to another key: the last choice counts. */
  roleOf(key: string): KeyRole | null {
    const known = this.#roles.get(key);
    if (known !== undefined) return known;
    const own = this.#ownRole(key);
    if (this.#roles.size < maxColumns * 10) this.#roles.set(ownCopy(key), own);
    if (own !== null) this.nameColumn(key, columnRole(own));
    return own;
  }

  #ownRole(key: string): KeyRole | null {
    const role = roleOfKey(key, this.#mapping);
    if (role?.part !== 'curve') return role;
    const taker = Object.keys(this.#mapping).findLast((other) => this.#mapping[other] === role.name) ?? key;
    if (taker === key) return role;
    if (this.isMapped(key)) this.note(`“${key}” is not drawn: “${taker}” was chosen as ${role.name}, too.`);
    return null;
  }

  isMapped(key: string): boolean {
    return Object.hasOwn(this.#mapping, key);
  }

  /** Whether the key owns the curve: the first to ask does. */
  claim(name: CurveName, key: string): boolean {
    const owner = this.#owners.get(name);
    if (owner === undefined) this.#owners.set(name, ownCopy(key));
    else if (owner !== key) this.nameColumn(key, 'none');
    return owner === undefined || owner === key;
  }

  /** Lists an ignored key if it holds a number. */
  leave(key: string, text: string): void {
    if (!this.#columns.has(key) && typeof readFigure(text) === 'number') this.nameColumn(key, 'none');
  }

  /**
   * Unix milliseconds of a date, or of a number in s, ms, µs or ns since 1970; NaN for all else, e.g. seconds
   * since a start.
   */
  timeMs(text: string): number {
    const time = readTimeMs(text);
    if (time !== null && isWithoutZone(text))
      this.note('The file’s times have no time zone; they were read as UTC.');
    return time ?? Number.NaN;
  }

  /** A null role is not listed. */
  nameColumn(key: string, role: ColumnRole | null): void {
    if (role !== null && (this.#columns.has(key) || this.#columns.size < maxColumns))
      this.#columns.set(ownCopy(key), role);
  }

  /** Null when the file has too many runs. */
  curve(run: string, name: CurveName): CurveColumns | null {
    let curves = this.#runs.get(run);
    if (curves === undefined) {
      if (this.#runs.size >= maxRuns) {
        this.note(`Only the first ${maxRuns} runs of the file were read.`);
        return null;
      }
      curves = new Map();
      // The name may be a slice that keeps a large text in memory.
      this.#runs.set(ownCopy(run), curves);
    }
    const columns = curves.get(name) ?? new CurveColumns();
    curves.set(name, columns);
    return columns;
  }

  /** As in `CurveColumns.push`. */
  push(
    columns: CurveColumns | null,
    step: number,
    value: number,
    epoch: number,
    timeMs: number,
    line: number,
    elapsedMs = Number.NaN,
    tokens = Number.NaN,
  ): void {
    if (columns?.push(step, value, epoch, timeMs, line, elapsedMs, tokens) !== true) return;
    this.#points += 1;
    if (this.#points > this.#limit) this.#thinLongest();
  }

  unread(line: number, text: string, reason: string): void {
    this.#unreadCount += 1;
    if (this.#unread.length < maxListed)
      this.#unread.push({
        ordinal: this.#unreadCount,
        line,
        text: ownCopy(text.trim().slice(0, 200)),
        reason,
      });
  }

  /** A line without figures. */
  other(): void {
    this.#otherLines += 1;
  }

  /** A sentence, shown once. */
  note(sentence: string): void {
    this.#notes.add(sentence);
  }

  report(format: string, lines: number): LogReport {
    const runs = [...this.#runs].map(([label, curves]): ReadRun => {
      const present = namesOf([{ curves }]).flatMap((name) => {
        const columns = curves.get(name);
        if (columns === undefined || columns.length === 0) return [];
        this.#noteShape(columns);
        return [[name, columns.segments()] as const];
      });
      return { label, curves: { sources: [this.#source], curves: new Map(present) } };
    });
    return {
      format,
      runs: runs.filter(({ curves }) => curves.curves.size > 0),
      columns: [...this.#columns].map(([key, role]) => ({ key, role })),
      lines,
      otherLines: this.#otherLines,
      unreadCount: this.#unreadCount,
      unread: this.#unread,
      notes: [...this.#notes, ...this.#orderNotes()],
    };
  }

  /** Computed again as the file grows: a line that goes back may prove to be late. */
  #orderNotes(): readonly string[] {
    const all = [...columnsOf(this.#runs)];
    const strays = [...new Set(all.flatMap(({ strayLines }) => strayLines))].toSorted(
      (one, other) => one - other,
    );
    const [first] = strays;
    const restart = Math.min(...all.map(({ restartLine }) => restartLine));
    return [
      ...(first === undefined ? [] : [strayWords(first, strays.length)]),
      ...(restart < Infinity
        ? [`The steps go back, first in line ${restart}; the curves start over there, as after a restart.`]
        : []),
    ];
  }

  #noteShape(columns: CurveColumns): void {
    if (columns.isRepeated)
      this.note('Some steps are logged more than once, with different values; the last one counts.');
    if (columns.isUnordered) this.note('The steps were out of order and have been sorted.');
    if (columns.isThinned)
      this.note(
        'The file has too many points; of every four neighbors the lowest, the highest and one NaN, if any, were kept.',
      );
  }

  #thinLongest(): void {
    let longest: CurveColumns | null = null;
    for (const columns of columnsOf(this.#runs))
      if (longest === null || columns.length > longest.length) longest = columns;
    if (longest === null) return;
    const before = longest.length;
    longest.thin();
    this.#points += longest.length - before;
  }
}

function strayWords(first: number, count: number): string {
  return count === 1
    ? `Line ${first} is out of order; it was sorted by its step.`
    : `${formatCount(count)} lines are out of order, first line ${first}; they were sorted by their steps.`;
}

function* columnsOf(
  runs: ReadonlyMap<string, ReadonlyMap<CurveName, CurveColumns>>,
): Generator<CurveColumns> {
  for (const curves of runs.values()) yield* curves.values();
}

/** A slice of a larger string would keep all of it in memory. */
function ownCopy(text: string): string {
  return Array.from(text, printable).join('');
}

// Control characters are invisible.
function printable(sign: string): string {
  return sign < ' ' || sign === '\u007F' ? '\uFFFD' : sign;
}

/** From a name like `run-warm-tag-train_loss.csv`. */
interface TensorBoardName {
  readonly run: string;
  /** The tag, else the file's name. */
  readonly key: string;
  /** Null for an unknown tag. */
  readonly name: CurveName | null;
}

/** Lists the file's column, too. */
export function nameOfTensorBoard(fileName: string, sink: LogSink): TensorBoardName {
  const bare = fileName.replace(/\.[a-z]+$/i, '').replace(/ \(\d+\)$/, '');
  const [, named, run = '', tag] = /^(run-(.*?)-)?tag-(.+)$/.exec(bare) ?? [];
  const key = tag === undefined ? bare : tag.replaceAll(/%2f/gi, '/');
  const role = sink.roleOf(key);
  if (role?.part === 'curve' || sink.isMapped(key)) {
    // Keras has one tag for both; the run's name tells them apart.
    const isEval = key === 'epoch_loss' && /(?:^|[/_-])validation$/.test(run) && !sink.isMapped(key);
    if (isEval) sink.nameColumn(key, 'eval loss');
    const own = role?.part === 'curve' ? role.name : null;
    return { run: named === undefined ? '' : run, key, name: isEval ? 'eval loss' : own };
  }
  if (tag !== undefined) {
    sink.nameColumn(key, 'none');
    return { run, key, name: null };
  }
  const words = bare.split(/[\s._-]+/);
  const found = words.map((_, from) => curveOfKey(words.slice(from).join('_'))).find((name) => name !== null);
  const isEval = /eval|valid|(?:^|[_-])val(?:$|[_-])/i.test(bare);
  const name = found ?? (isEval ? 'eval loss' : 'train loss');
  sink.nameColumn(key, name);
  if (found === undefined) sink.note(`The file name has no tag; its values were read as ${name}.`);
  return { run: '', key, name };
}
