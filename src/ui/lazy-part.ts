// Lazy chunks with one error for load failures.
import { lazy, type ElementType } from 'react';

/** The server has a newer build, or does not answer. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
}

/** @throws ChunkError, because browsers' messages differ */
export async function chunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new ChunkError('A part of the page could not be loaded.', { cause });
  }
}

/** Suspends while it loads. @param name of the module's export */
export function lazyPart<
  Name extends string,
  Module extends Readonly<Record<Name, Exclude<ElementType, string>>>,
>(load: () => Promise<Module>, name: Name) {
  return lazy(async () => ({ default: (await chunk(load))[name] }));
}
