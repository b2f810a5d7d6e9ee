// Candidate answers as they are typed: one a line, line ends inside of one written as \n.
import { fromVisible, toVisible } from '#ui/escapes.ts';

/** Candidates, and how many lines said one again. */
export interface Candidates {
  readonly answers: readonly string[];
  readonly repeated: number;
}

/** A line is one answer, with its spaces; empty lines are none, and what is there twice is scored once. */
export function readCandidates(typed: string): Candidates {
  const lines = typed.split('\n').filter((line) => line !== '');
  const answers = [...new Set(lines.map(fromVisible))];
  return { answers, repeated: lines.length - answers.length };
}

/** The lines that read back as these answers; empty ones and repetitions are left out. */
export function writeCandidates(answers: readonly string[]): string {
  return [...new Set(answers)]
    .filter((answer) => answer !== '')
    .map(toVisible)
    .join('\n');
}
