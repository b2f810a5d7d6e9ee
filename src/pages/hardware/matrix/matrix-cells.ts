// The cells of the matrix: the newest that is known of a model and a configuration, from this run and from the diary. Pure.
import type { Snapshot } from '#pricing/diary/snapshot.ts';
import { fieldOf, notOffered } from '#pages/hardware/diary/diary-page.ts';
import type { ModelAnswer } from './matrix-run.ts';

/** What is known of one model. */
export interface MatrixLine {
  readonly model: string;
  /** When it was asked, in milliseconds since 1970; null where it never was. */
  readonly atMs: number | null;
  /** By configuration; what is missing was not in the list at that time. */
  readonly words: Readonly<Record<string, string>>;
  /** Why the newest request failed; older cells stay. */
  readonly failure: string | null;
}

/** The newest of the run's answer and the diary counts, with its own time. @param answers of the run, by model */
export function matrixLine(
  model: string,
  configurations: readonly string[],
  answers: ReadonlyMap<string, ModelAnswer>,
  pages: readonly Snapshot[],
): MatrixLine {
  const answer = answers.get(model);
  const field = fieldOf(model);
  const page = pages.findLast((each) =>
    each.model === undefined
      ? Object.values(each.records).some((figures) => figures[field] !== undefined)
      : each.model === model,
  );
  if (answer?.kind === 'listed' && answer.atMs >= (page?.atMs ?? 0)) {
    const words = new Map(
      answer.items.map(({ id, availability }) => [id, availability?.status ?? 'not stated']),
    );
    const all = [...new Set([...configurations, ...words.keys()])];
    return {
      model,
      atMs: answer.atMs,
      words: Object.fromEntries(all.map((id) => [id, words.get(id) ?? notOffered])),
      failure: null,
    };
  }
  // A failure that is older than what is known says nothing any more.
  const failure = answer?.kind === 'failed' && answer.atMs >= (page?.atMs ?? 0) ? answer.reason : null;
  if (page === undefined) return { model, atMs: null, words: {}, failure };
  const words = Object.entries(page.records).flatMap(([id, figures]) => {
    const word = figures[field];
    return word === undefined ? [] : [[id, String(word)] as const];
  });
  return { model, atMs: page.atMs, words: Object.fromEntries(words), failure };
}

/** An age in the two or three signs that a cell has room for: `9s`, `4m`, `3h`, `12d`. */
export function shortAge(atMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - atMs) / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 48 * 3_600) return `${Math.floor(seconds / 3_600)}h`;
  return `${Math.floor(seconds / 86_400)}d`;
}
