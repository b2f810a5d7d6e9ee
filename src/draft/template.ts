// Prompt template parser: `{{name}}` is a variable, `\{{` two literal braces.

export interface Template {
  readonly parts: readonly (string | { readonly name: string })[];
  /** Unique, in order of first appearance. */
  readonly names: readonly string[];
}

/** Trims names; braces around nothing or a line end are plain text. */
export function readTemplate(prompt: string): Template {
  const parts: (string | { readonly name: string })[] = [];
  const names = new Set<string>();
  let text = '';
  let from = 0;
  for (const found of prompt.matchAll(place)) {
    text += prompt.slice(from, found.index);
    from = found.index + found[0].length;
    const name = found[1]?.trim() ?? '';
    if (name === '') {
      text += found[0] === escaped ? '{{' : found[0];
      continue;
    }
    if (text !== '') parts.push(text);
    text = '';
    parts.push({ name });
    names.add(name);
  }
  text += prompt.slice(from);
  if (text !== '') parts.push(text);
  return { parts, names: [...names] };
}

/** One per occurrence. No name contains a line end. */
export function variablesOf({ parts }: Template): readonly string[] {
  return parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
}

const escaped = String.raw`\{{`;
const place = /\\\{\{|\{\{([^{}\r\n]*)\}\}/g;

export function fillTemplate({ parts }: Template, valueOf: (name: string) => string): string {
  return parts.map((part) => (typeof part === 'string' ? part : valueOf(part.name))).join('');
}
