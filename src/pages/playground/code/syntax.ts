// Syntax colours of code snippets.

type SyntaxKind = 'comment' | 'key' | 'string' | 'keyword' | 'number';

interface CodePart {
  /** UTF-16 offset. */
  readonly at: number;
  readonly text: string;
  readonly kind: SyntaxKind | null;
}

/** Longer code stays plain: each part is a DOM element. */
const maxColoured = 30_000;

const string = String.raw`"(?:\\.|[^"\\\n])*"`;
const keywords =
  'import|from|as|const|let|new|await|async|for|of|in|if|elif|else|not|and|or|is|while|break|continue|return|throw|with|print|function|True|False|None|true|false|null|undefined';

const syntax = new RegExp(
  [
    String.raw`(?<comment>(?<=^|\n|\s)(?:#|\/\/) [^\n]*)`,
    String.raw`(?<key>${string}(?=\s*:))`,
    String.raw`(?<string>${string}|'(?:\\.|[^'\\\n])*'|\x60(?:\\.|[^\x60\\])*\x60)`,
    String.raw`(?<keyword>\b(?:${keywords})\b|(?<=\s)--?[A-Za-z][\w-]*)`,
    String.raw`(?<number>(?<![\w.])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\b)`,
  ].join('|'),
  'g',
);

/** Parts join to the code. One scan for all languages: what differs is not in our snippets. */
export function colourCode(code: string): readonly CodePart[] {
  if (code.length > maxColoured) return [{ at: 0, text: code, kind: null }];
  const parts: CodePart[] = [];
  let end = 0;
  for (const match of code.matchAll(syntax)) {
    if (match.index > end) parts.push({ at: end, text: code.slice(end, match.index), kind: null });
    parts.push({ at: match.index, text: match[0], kind: kindOf(match.groups ?? {}) });
    end = match.index + match[0].length;
  }
  if (end < code.length) parts.push({ at: end, text: code.slice(end), kind: null });
  return parts;
}

const kinds = ['comment', 'key', 'string', 'keyword', 'number'] as const;

function kindOf(groups: Readonly<Record<string, string | undefined>>): SyntaxKind | null {
  return kinds.find((kind) => groups[kind] !== undefined) ?? null;
}
