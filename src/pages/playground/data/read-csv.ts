// CSV as people really have it: any delimiter, quotes, line ends inside quotes, rows that do not fit.
import papa from 'papaparse';
import { Problems, uniqueNames, type DataReading } from './data-set.ts';
import { delimiters } from './delimiters.ts';

/**
 * Reads a CSV text whose first row names the columns. A row with too few or too many fields, or with quotes that do not
 * hold, is left out and reported by its line: a shifted row would send a wrong prompt.
 * @param delimiter empty: found from the first rows
 */
export function readCsv(text: string, delimiter: string): DataReading {
  const problems = new Problems();
  const rows: string[][] = [];
  let columns: string[] | null = null;
  let line = 1;
  const used = delimiter || findDelimiter(text);
  papa.parse<string[]>(text, {
    delimiter: used,
    step: ({ data, errors }) => {
      const at = line;
      line += 1;
      for (const field of data) line += countLineEnds(field);
      if (data.length === 1 && data[0] === '') return;
      const quotes = errors.find(({ type }) => type === 'Quotes');
      if (quotes !== undefined) {
        const message =
          quotes.code === 'MissingQuotes'
            ? `A quote opens here and is never closed; the rest of the file, ${line - at} lines, is left out.`
            : 'A quote stands inside a quoted field without a second one; the row is left out.';
        problems.add(at, message);
      } else if (columns === null) {
        columns = uniqueNames(data);
        if (columns.some((name, index) => name !== data[index]?.trim()))
          problems.add(at, 'Columns without a name, or with the same name, were renamed.');
      } else if (data.length === columns.length) rows.push(data);
      else {
        const fields = data.length === 1 ? '1 field' : `${data.length} fields`;
        problems.add(at, `${fields} where the head has ${columns.length}; the row is left out.`);
      }
    },
  });
  if (columns === null) return { ok: false, message: problems.kept[0]?.message ?? 'There is no row in it.' };
  const { kept, count } = problems;
  return {
    ok: true,
    data: { kind: 'CSV', columns, rows, problems: kept, problemCount: count, delimiter: used },
  };
}

// The parser's own guess, over the first rows alone: empty lines would count as rows of one field.
function findDelimiter(text: string): string {
  const delimitersToGuess = delimiters.map(({ value }) => value);
  const config = { delimitersToGuess, skipEmptyLines: true, preview: 10 } as const;
  return papa.parse(text.slice(0, 65_536), config).meta.delimiter;
}

function countLineEnds(field: string): number {
  if (!field.includes('\n') && !field.includes('\r')) return 0;
  return field.match(/\r\n|\r|\n/g)?.length ?? 0;
}
