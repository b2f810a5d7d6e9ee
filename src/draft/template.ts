// A prompt with variables: `{{name}}` stands for a value, `\{{` for two braces.

/** A prompt in its parts, in order: text, and the places that values fill. */
export interface Template {
  readonly parts: readonly (string | { readonly name: string })[];
  /** Every variable once, in the order of its first place. */
  readonly names: readonly string[];
}

/** Reads a prompt. Spaces inside the braces do not count; braces around nothing, or around a line end, are text. */
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

/** The variables in the order of their places, each as often as it has one. No name holds a line end. */
export function variablesOf({ parts }: Template): readonly string[] {
  return parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
}

const escaped = String.raw`\{{`;
const place = /\\\{\{|\{\{([^{}\r\n]*)\}\}/g;

/** The prompt with values in its places. A value is text and nothing else: braces in it stay what they are. */
export function fillTemplate({ parts }: Template, valueOf: (name: string) => string): string {
  return parts.map((part) => (typeof part === 'string' ? part : valueOf(part.name))).join('');
}
