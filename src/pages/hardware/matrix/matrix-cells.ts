// Matrix cells from run and price history.
import { fieldOf, notOffered } from '#pages/hardware/configurations/use-price-history.ts';
import type { Snapshot } from '#pricing/price-history.ts';
import type { Column } from '#table/column.ts';
import type { ModelAnswer } from './matrix-run.ts';

export interface MatrixLine {
  readonly model: string;
  /** Unix milliseconds; null if never requested. */
  readonly atMs: number | null;
  /** By configuration in the list at that time. */
  readonly words: Readonly<Record<string, string>>;
  /** Older cells stay. */
  readonly failure: string | null;
}

/** The newer of run and price history wins. @param answers by model */
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
  const failure = answer?.kind === 'failed' && answer.atMs >= (page?.atMs ?? 0) ? answer.reason : null;
  if (page === undefined) return { model, atMs: null, words: {}, failure };
  const words = Object.entries(page.records).flatMap(([id, figures]) => {
    const word = figures[field];
    return word === undefined ? [] : [[id, String(word)] as const];
  });
  return { model, atMs: page.atMs, words: Object.fromEntries(words), failure };
}

/** Ten thousand could not be scrolled. */
export const maxConfigurations = 200;

/** A missing cell was never requested. @param samples with simulated availability */
export function matrixColumns(
  configurations: readonly string[],
  samples: ReadonlySet<string>,
): readonly Column<MatrixLine>[] {
  return [
    { id: 'model', head: 'Model', kind: 'id', value: ({ model }) => model },
    { id: 'asked', head: 'Asked', kind: 'date', value: ({ atMs }) => atMs },
    ...configurations.map((id): Column<MatrixLine> => ({
      id,
      head: samples.has(id) ? `${id} (sample, simulated)` : id,
      kind: 'text',
      value: ({ words, atMs }) => (atMs === null ? null : words[id]),
    })),
    { id: 'failure', head: 'Failure', kind: 'text', value: ({ failure }) => failure },
  ];
}

/** If too many, offered ones first. */
export function shownConfigurations(
  all: readonly string[],
  lines: readonly MatrixLine[],
  noOffer: string,
): readonly string[] {
  if (all.length <= maxConfigurations) return all;
  const offered = new Set(
    lines.flatMap(({ words }) =>
      Object.entries(words).flatMap(([id, word]) => (word === noOffer ? [] : [id])),
    ),
  );
  const first = [...all.filter((id) => offered.has(id)), ...all.filter((id) => !offered.has(id))];
  const shown = new Set(first.slice(0, maxConfigurations));
  return all.filter((id) => shown.has(id));
}
