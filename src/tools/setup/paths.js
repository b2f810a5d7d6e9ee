// Paths of the checkout and of PATH's folders.
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the checkout, without a trailing slash. */
export const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '');

export function programFolders() {
  return (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
}
