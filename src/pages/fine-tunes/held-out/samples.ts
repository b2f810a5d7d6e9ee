// Parser of pasted held-out samples: JSONL, paragraphs or lines.

export interface Sample {
  readonly text: string;
  /** Start of scoring: a prompt's completion, as in training evaluations, else 0. */
  readonly from: number;
}

/** `message` is a sentence. */
type ReadSamples =
  | { readonly ok: true; readonly samples: readonly Sample[] }
  | { readonly ok: false; readonly message: string };

/** More would cost too much for a check. */
export const sampleLimit = 200;

/** JSONL if the first line is an object; else paragraphs if there are empty lines; else lines. */
export function readSamples(text: string): ReadSamples {
  const lines = text.split(/\r\n|\r|\n/);
  const first = lines.find((line) => line.trim() !== '');
  if (first === undefined) return { ok: true, samples: [] };
  const read = first.trim().startsWith('{') ? fromJsonl(lines) : fromText(text, lines);
  if (!read.ok || read.samples.length <= sampleLimit) return read;
  return {
    ok: false,
    message: `Held-out samples: ${read.samples.length} exceed the limit of ${sampleLimit}.`,
  };
}

function fromText(text: string, lines: readonly string[]): ReadSamples {
  const row = lines.findIndex((line) => line.trim().startsWith('{') && sampleOf(line) !== null);
  if (row !== -1) {
    const message = `Held-out samples, line ${row + 1}: JSONL below plain text. Paste either only JSONL or none.`;
    return { ok: false, message };
  }
  const parts = /\n\s*\n/.test(text.trim()) ? text.split(/(?:\r?\n[^\S\n]*){2,}/) : lines;
  const texts = parts.map((part) => part.trim()).filter((part) => part !== '');
  return { ok: true, samples: texts.map((each) => ({ text: each, from: 0 })) };
}

function fromJsonl(lines: readonly string[]): ReadSamples {
  const samples: Sample[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const sample = sampleOf(line);
    if (sample === null) {
      const message = `Held-out samples, line ${index + 1}: neither {"text"} nor {"prompt", "completion"}.`;
      return { ok: false, message };
    }
    samples.push(sample);
  }
  return { ok: true, samples };
}

function sampleOf(line: string): Sample | null {
  try {
    const row: unknown = JSON.parse(line);
    if (typeof row !== 'object' || row === null) return null;
    if ('text' in row && typeof row.text === 'string' && row.text !== '') return { text: row.text, from: 0 };
    if (!('prompt' in row) || !('completion' in row)) return null;
    const { prompt, completion } = row;
    if (typeof prompt !== 'string' || typeof completion !== 'string' || completion === '') return null;
    return { text: prompt + completion, from: prompt.length };
  } catch {
    return null;
  }
}
