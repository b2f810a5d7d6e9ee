// The matrix as columns, for files: the model, when it was asked, a column for each configuration, and what went wrong.
import type { Column } from '#table/column.ts';
import type { MatrixLine } from './matrix-cells.ts';

/** Columns drawn at most: more cannot be read, and ten thousand could not be scrolled. */
export const mostConfigurations = 200;

/** A cell that is missing was never asked for. */
export function matrixColumns(configurations: readonly string[]): readonly Column<MatrixLine>[] {
  return [
    { id: 'model', head: 'Model', kind: 'id', value: ({ model }) => model },
    { id: 'asked', head: 'Asked', kind: 'date', value: ({ atMs }) => atMs },
    ...configurations.map((id): Column<MatrixLine> => ({
      id,
      head: id,
      kind: 'text',
      value: ({ words, atMs }) => (atMs === null ? null : words[id]),
    })),
    { id: 'failure', head: 'Failure', kind: 'text', value: ({ failure }) => failure },
  ];
}

/**
 * The configurations that have a column, in the order of the list: all of them, and of more than fit first those that a
 * line has an offer for.
 */
export function shownConfigurations(
  all: readonly string[],
  lines: readonly MatrixLine[],
  notOffered: string,
): readonly string[] {
  if (all.length <= mostConfigurations) return all;
  const offered = new Set(
    lines.flatMap(({ words }) =>
      Object.entries(words).flatMap(([id, word]) => (word === notOffered ? [] : [id])),
    ),
  );
  const first = [...all.filter((id) => offered.has(id)), ...all.filter((id) => !offered.has(id))];
  const shown = new Set(first.slice(0, mostConfigurations));
  return all.filter((id) => shown.has(id));
}
