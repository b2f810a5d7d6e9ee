// Several texts in one parameter: `chat,code`. A comma that belongs to a text gets a backslash before it.

/** Never ambiguous, except that no texts and one empty text are written alike. */
export function writeList(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll(/[\\,]/g, '\\$&')).join(',');
}

/** At least one text; a backslash at the very end stands for itself. */
export function readList(list: string): string[] {
  const texts = [''];
  for (let at = 0; at < list.length; at++) {
    const sign = list.charAt(at);
    if (sign === ',') texts.push('');
    else texts[texts.length - 1] += sign === '\\' && at + 1 < list.length ? list.charAt(++at) : sign;
  }
  return texts;
}
