// Where the readers of all formats put what they find: points by run and curve, unread lines, remarks.
import { curveNames, type CurveName } from '#pages/fine-tunes/curves/curve.ts';
import { CurveColumns } from './curve-columns.ts';
import type { LogFormat, LogReport, ReadRun, UnreadLine } from './log-report.ts';

/** Points of one file that are held at most; beyond, the longest curve is thinned. About 40 bytes each. */
const mostPoints = 4_000_000;
/** Runs of one file. */
const mostRuns = 200;
/** Unread lines that are listed; all are counted. */
const mostListed = 100;

/** Collects what one file says. @param source the file's name, which points carry */
export class LogSink {
  readonly #source: string;
  readonly #limit: number;
  readonly #runs = new Map<string, Map<CurveName, CurveColumns>>();
  readonly #notes = new Set<string>();
  readonly #unread: UnreadLine[] = [];
  #unreadCount = 0;
  #otherLines = 0;
  #points = 0;

  constructor(source: string, limit = mostPoints) {
    this.#source = source;
    this.#limit = limit;
  }

  /** Points held. */
  get points(): number {
    return this.#points;
  }

  /** The columns of a run's curve, made when first asked for; null when the file has too many runs. */
  curve(run: string, name: CurveName): CurveColumns | null {
    let curves = this.#runs.get(run);
    if (curves === undefined) {
      if (this.#runs.size >= mostRuns) {
        this.note(`Only the first ${mostRuns} runs of the file were read.`);
        return null;
      }
      curves = new Map();
      // The name may be a piece of a large text, which must not stay in memory for it.
      this.#runs.set(ownCopy(run), curves);
    }
    const columns = curves.get(name) ?? new CurveColumns();
    curves.set(name, columns);
    return columns;
  }

  /** Adds a point to columns of this sink; the arguments after them as `CurveColumns.push` takes them. */
  push(
    columns: CurveColumns | null,
    step: number,
    value: number,
    epoch: number,
    timeMs: number,
    line: number,
    elapsedMs = Number.NaN,
  ): void {
    if (columns?.push(step, value, epoch, timeMs, line, elapsedMs) !== true) return;
    this.#points += 1;
    if (this.#points > this.#limit) this.#thinLongest();
  }

  /** A line that should have said something. */
  unread(line: number, text: string, reason: string): void {
    this.#unreadCount += 1;
    if (this.#unread.length < mostListed)
      this.#unread.push({
        ordinal: this.#unreadCount,
        line,
        text: ownCopy(text.trim().slice(0, 200)),
        reason,
      });
  }

  /** A line without any figure of a curve. */
  other(): void {
    this.#otherLines += 1;
  }

  /** A sentence for the reader of the curves; the same one counts once. */
  note(sentence: string): void {
    this.#notes.add(sentence);
  }

  /** What the file gave. @param lines how many lines it has */
  report(format: LogFormat, lines: number): LogReport {
    const runs = [...this.#runs].map(([label, curves]): ReadRun => {
      const present = curveNames.flatMap((name) => {
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
      lines,
      otherLines: this.#otherLines,
      unreadCount: this.#unreadCount,
      unread: this.#unread,
      notes: [...this.#notes],
    };
  }

  #noteShape(columns: CurveColumns): void {
    if (columns.isUnordered) this.note('The steps are in no order; they were sorted.');
    if (columns.isThinned)
      this.note(
        'The file has more points than fit; of four neighbours the lowest and the highest were kept, and one NaN where there were some.',
      );
  }

  #thinLongest(): void {
    let longest: CurveColumns | null = null;
    for (const curves of this.#runs.values())
      for (const columns of curves.values()) {
        if (longest === null || columns.length > longest.length) longest = columns;
      }
    if (longest === null) return;
    const before = longest.length;
    longest.thin();
    this.#points += longest.length - before;
  }
}

/** A text of its own: a part of a larger one keeps all of it in memory. */
function ownCopy(text: string): string {
  return Array.from(text, printable).join('');
}

// Control characters have no picture; the picture of "replaced" stands for them.
function printable(sign: string): string {
  return sign < ' ' || sign === '\u007F' ? '\uFFFD' : sign;
}
