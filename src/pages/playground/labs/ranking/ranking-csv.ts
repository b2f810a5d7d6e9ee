// The ranking as CSV (RFC 4180), for a spreadsheet.
import { quotedCell } from '#lib/csv.ts';
import { toVisible } from '#ui/escapes.ts';
import { measures, type RankedAnswer } from './rank.ts';

/** Numbers with all their digits; what is not known is an empty cell. Text has its line ends written as \n. */
export function rankingCsv(answers: readonly RankedAnswer[]): string {
  const head = ['answer', 'tokens', 'sum_nats', 'nats_per_token', 'nats_per_character', 'pmi_nats', 'notes'];
  const rows = answers.map((row) => [
    quotedCell(toVisible(row.answer)),
    String(row.tokens ?? ''),
    ...measures.map((measure) => String(row[measure] ?? '')),
    quotedCell(row.notes.join(' ')),
  ]);
  return [head, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}
