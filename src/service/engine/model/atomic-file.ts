// Atomic file writes: temporary file, fsync, rename.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** `commit` renames the temporary file. Both survive a power loss once they return. */
export function prepareFile(path: string, parts: readonly Uint8Array[]): { commit(): void } {
  const temporary = `${path}.part`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    for (const part of parts) writeWhole(file, part);
    fsyncSync(file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  return {
    commit: () => {
      try {
        renameSync(temporary, path);
      } catch (error) {
        rmSync(temporary, { force: true });
        throw error;
      }
      syncFolder(dirname(path));
    },
  };
}

export const writeFileAtomically = (path: string, parts: readonly Uint8Array[]): void =>
  prepareFile(path, parts).commit();

function writeWhole(file: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
}

/** Makes a rename durable; Windows can neither open folders nor needs this. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
