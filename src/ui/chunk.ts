// Lazy chunks: import() with one error for every load failure.

/** The server has a newer build, or does not answer. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
}

/** Loads by `import()`; every failure becomes a ChunkError, because browsers' messages differ. */
export async function chunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new ChunkError('A part of the page could not be loaded.', { cause });
  }
}
