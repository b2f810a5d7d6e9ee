// Paths: the checkout, the folders of PATH.
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '');

export function programFolders() {
  return (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
}
