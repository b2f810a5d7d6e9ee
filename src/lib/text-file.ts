// Long text to UTF-8 Blob and back, yielding to the page.
import { createYieldToPage } from './yield-to-page.ts';
import { surrogateSafeEnd } from './unicode.ts';

const sliceLength = 262_144;

/** UTF-8; a lone surrogate becomes U+FFFD. */
export async function textFile(text: string): Promise<Blob> {
  const yieldToPage = createYieldToPage();
  const parts: Blob[] = [];
  for (let from = 0; from < text.length;) {
    const to = surrogateSafeEnd(text, from + sliceLength);
    parts.push(new Blob([text.slice(from, to)]));
    from = to;
    await yieldToPage();
  }
  return new Blob(parts);
}

export async function readTextFile(file: Blob): Promise<string> {
  let text = '';
  for await (const part of textParts(file)) text += part;
  return text;
}

/** Of a megabyte each. */
export async function* textParts(file: Blob): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const yieldToPage = createYieldToPage();
  for (let from = 0; from < file.size; from += sliceBytes) {
    const bytes = await file.slice(from, from + sliceBytes).arrayBuffer();
    yield decoder.decode(bytes, { stream: true });
    await yieldToPage();
  }
  yield decoder.decode();
}

const sliceBytes = 1_048_576;
