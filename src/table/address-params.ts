// URL parameters of a table. Small, for the router.

/**
 * `q`, `f.context`, `in.type`, `sort`, `with`, `without`, `order`, `pin`, `w`, `cmp`, `diff`, `hide`; `cols`
 * in URLs of older builds.
 */
export type TableParams = Readonly<Record<string, string>>;

const names = new Set(['q', 'sort', 'with', 'without', 'order', 'cols', 'pin', 'w', 'cmp', 'diff', 'hide']);

/** Numbers and booleans become strings. Never throws. */
export function pickTableParams(raw: Readonly<Record<string, unknown>>): TableParams {
  const picked: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (!isTableParam(name)) continue;
    if (typeof value === 'string') picked[name] = value;
    else if (typeof value === 'number' || typeof value === 'boolean') picked[name] = String(value);
  }
  return picked;
}

/** Replaces the table's and keeps the page's. */
export function withTableParams<Value>(
  search: Readonly<Record<string, Value>>,
  params: TableParams,
): Readonly<Record<string, Value | string>> {
  const own = Object.entries(search).filter(([name]) => !isTableParam(name));
  return { ...params, ...Object.fromEntries(own) };
}

function isTableParam(name: string): boolean {
  return names.has(name) || /^(?:f|in)\../.test(name);
}

/** An empty list and one empty string are alike. */
export function writeList(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll(/[\\,]/g, '\\$&')).join(',');
}

/** At least one string; a trailing backslash is literal. */
export function readList(list: string): string[] {
  const texts = [''];
  for (let at = 0; at < list.length; at++) {
    const character = list.charAt(at);
    if (character === ',') texts.push('');
    else
      texts[texts.length - 1] += character === '\\' && at + 1 < list.length ? list.charAt(++at) : character;
  }
  return texts;
}
