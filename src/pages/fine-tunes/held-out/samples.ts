// Parser of pasted held-out samples: JSONL, paragraphs or lines.

/** A text to be read by the models. */
export interface Sample {
  readonly text: string;
  /** Where what is scored begins: the completion of a prompt, as an evaluation scores it, else everything. */
  readonly from: number;
}

/** Texts to be read by the models; a problem is a sentence. */
type ReadSamples =
  | { readonly ok: true; readonly samples: readonly Sample[] }
  | { readonly ok: false; readonly message: string };

/** More would be a bill, not a look. */
export const sampleLimit = 200;

/** JSONL where the first line is an object; else paragraphs where there are empty lines; else one sample a line. */
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
