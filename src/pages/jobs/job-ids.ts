// Parser of pasted job ids and URLs; URL encoding of ids.
import { readSearch } from '#lib/address.ts';
import { shorten } from '#lib/unicode.ts';

/** Unique ids, and the words that were not taken for ids; or a sentence. */
type PastedIds =
  | { readonly ids: readonly string[]; readonly words: readonly string[] }
  | { readonly problem: string };

const longestId = 256;
const maxIds = 20;
const listMark = /^(?:[-*•–]|\d{1,3}[.)])$/u;

/**
 * Separated by spaces, commas, semicolons or lines, with or without the marks of a list or the words of a message
 * around them. Takes the id of a URL ending with `/jobs/<id>`, or of a fine-tune, which the list links to, and the
 * ids of one that shows several side by side.
 */
export function readPastedIds(text: string): PastedIds {
  const words = text
    .split(/\s+/u)
    .flatMap(partsOf)
    .filter((word) => word !== '' && !listMark.test(word));
  if (words.length === 0) return { problem: 'Job id: paste one, such as job-3f9c21ab-7d10.' };
  if (words.some((word) => /^--?[a-z]/iu.test(word)))
    return { problem: 'Job id: paste the id or its link alone, not a command.' };
  const all = words.map(idOf);
  const unlikeWords = all.filter((id) => !/^(?:[^\d_-]*|job_id)$/u.test(id));
  // A message about a job may name its model or file, too.
  const possible = unlikeWords.filter((id) => problemOf(id) === null);
  const ids = [possible, unlikeWords].find(({ length }) => length > 0) ?? all;
  if (ids.length > maxIds)
    return { problem: `Job id: ${ids.length} ids; at most ${maxIds} can be added at once.` };
  const problem = ids.map(problemOf).find((each) => each !== null);
  if (problem !== undefined) return { problem };
  return { ids: [...new Set(ids)], words: all.filter((id) => id !== '' && !ids.includes(id)) };
}

function partsOf(word: string): readonly string[] {
  const at = word.indexOf('/jobs?');
  const shared = at === -1 ? undefined : readSearch(word.slice(at + '/jobs'.length))['ids'];
  return shared === undefined ? word.split(/[,;]+/u) : splitIds(shared);
}

/** A comma inside an id is written `%2C`. */
export function joinIds(ids: readonly string[]): string | undefined {
  return ids.map((id) => id.replaceAll(',', '%2C')).join(',') || undefined;
}

/** Unique; drops invalid ones. */
export function splitIds(text: string | undefined): readonly string[] {
  const ids = (text ?? '').split(',').map((id) => id.replaceAll('%2C', ','));
  return [...new Set(ids)].filter((id) => problemOf(id) === null).slice(0, maxIds);
}

/** Without the marks of the sentence, list or code that it was copied from. */
function idOf(copied: string): string {
  const word = copied.replaceAll(/^["'`“([{<]+|["'`”)\]}>.:?!]+$/gu, '');
  const found = /\/(?:jobs|fine-tunes)\/([^/?#]+)(?:[?#].*)?$/u.exec(word)?.[1];
  if (found === undefined) return word;
  try {
    return decodeURIComponent(found);
  } catch {
    return found;
  }
}

function problemOf(id: string): string | null {
  if (id === '' || id === '.' || id === '..') return 'Job id: no id found in this text.';
  if (id.length > longestId)
    return `Job id: ${id.length} characters is too long; an id has at most ${longestId}.`;
  if (/[\p{Cc}\p{Cs}/\\"]/u.test(id))
    return `Job id: “${shorten(id, 40)}” contains a character that ids cannot have, such as a slash or a quotation mark.`;
  return null;
}
