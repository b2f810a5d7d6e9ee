// How a command-line program asks: it never writes the database, it puts a file where the server finds it.
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder, writeFileAtomically } from '#service/engine/fine-tuning/atomic-file.ts';
import type { Places } from '#service/store/places.ts';
import type { InboxRequest } from './requests.ts';

/** Puts a request into the inbox, whole or not at all; it outlasts a loss of power once this returns. */
export async function putRequest({ inbox }: Places, request: InboxRequest): Promise<void> {
  await mkdir(inbox, { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify(request, null, 2)}\n`;
  writeFileAtomically(join(inbox, `${request.id}.json`), [new TextEncoder().encode(text)]);
}

/** Copies a file into the data folder, whole or not at all; it outlasts a loss of power, too. Rejects with the system's error. */
export async function keepCopy(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const part = `${target}.part`;
  try {
    await copyFile(source, part);
    const file = await open(part, 'r+');
    try {
      await file.chmod(0o600);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, target);
    syncFolder(dirname(target));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
