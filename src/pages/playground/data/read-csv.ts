// CSV as people really have it: any delimiter, quotes, line ends inside quotes, rows that do not fit.
import papa from 'papaparse';
import { Problems, uniqueNames, type DataReading } from './data-set.ts';
import { delimiters } from './delimiters.ts';

/** Characters that are parsed at once: a few milliseconds of work. */
const pieceSize = 131_072;

/**
 * Reads a CSV text whose first row names the columns, piece by piece: it yields where the page may draw. A row with too
 * few or too many fields, or with quotes that do not hold, is left out and reported by its line: a shifted row would send
 * a wrong prompt.
 * @param delimiter empty: found from the first rows
 */
export function* readCsv(text: string, delimiter: string): Generator<undefined, DataReading> {
  const problems = new Problems();
  const rows: string[][] = [];
  const config = formatOf(text, delimiter);
  let columns: string[] | null = null;
  let line = 1;
  let size = pieceSize;
  for (let from = 0; from < text.length;) {
    const piece = text.slice(from, from + size);
    const isLast = from + size >= text.length;
    const { data, errors, end } = parsePiece(piece, config, isLast);
    for (const [index, fields] of data.entries()) {
      const at = line;
      line += 1;
      for (const field of fields) line += countLineEnds(field);
      if (fields.length === 1 && fields[0] === '') continue;
      const quotes = errors.get(index);
      if (quotes !== undefined) problems.add(at, describeQuotes(quotes, line - at));
      else if (columns === null) {
        columns = uniqueNames(fields);
        if (columns.some((name, place) => name !== fields[place]?.trim()))
          problems.add(at, 'Columns without a name, or with the same name, were renamed.');
      } else if (fields.length === columns.length) rows.push(fields);
      else {
        const count = fields.length === 1 ? '1 field' : `${fields.length} fields`;
        problems.add(at, `${count} where the head has ${columns.length}; the row is left out.`);
      }
    }
    // A row that is longer than the piece needs a longer one.
    size = end === 0 ? size * 2 : pieceSize;
    from = isLast ? text.length : from + end;
    yield undefined;
  }
  if (columns === null) return { ok: false, message: problems.kept[0]?.message ?? 'There is no row in it.' };
  const { kept, count } = problems;
  return {
    ok: true,
    data: {
      kind: 'CSV',
      columns,
      rows,
      problems: kept,
      problemCount: count,
      delimiter: config.delimiter,
    },
  };
}

interface Format {
  readonly delimiter: string;
  readonly newline: '\r' | '\n' | '\r\n';
}

// The parser's own guess, over the first rows alone: empty lines would count as rows of one field.
function formatOf(text: string, delimiter: string): Format {
  const delimitersToGuess = delimiters.map(({ value }) => value);
  const config = { delimiter, delimitersToGuess, skipEmptyLines: true, preview: 10 } as const;
  const { meta } = papa.parse(text.slice(0, 65_536), config);
  const newline = meta.linebreak === '\r' || meta.linebreak === '\r\n' ? meta.linebreak : '\n';
  return { delimiter: meta.delimiter, newline };
}

/** The whole rows of a piece, what is wrong with their quotes by row, and where the last whole row ends. */
function parsePiece(piece: string, format: Format, isLast: boolean) {
  let end = 0;
  const data: string[][] = [];
  const errors = new Map<number, string>();
  const step = (result: papa.ParseStepResult<readonly string[][]>) => {
    const quotes = result.errors.find(({ type }) => type === 'Quotes');
    if (quotes !== undefined) errors.set(data.length, quotes.code);
    data.push(...result.data);
    end = result.meta.cursor;
  };
  // The last row of a piece that is not the last one may go on behind it, so it is left for the next.
  new papa.Parser({ ...format, step }).parse(piece, 0, !isLast);
  return { data, errors, end };
}

function describeQuotes(code: string, lines: number): string {
  return code === 'MissingQuotes'
    ? `A quote opens here and is never closed; the rest of the file, ${lines} lines, is left out.`
    : 'A quote stands inside a quoted field without a second one; the row is left out.';
}

function countLineEnds(field: string): number {
  if (!field.includes('\n') && !field.includes('\r')) return 0;
  return field.match(/\r\n|\r|\n/g)?.length ?? 0;
}
