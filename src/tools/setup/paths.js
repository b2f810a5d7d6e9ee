// Where things lie: in a checkout, and programs on this machine.
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the checkout, without a slash at its end. */
export const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '');

/** The folders in which programs are looked for. */
export function programFolders() {
  return (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
}
