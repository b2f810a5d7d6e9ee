// Parts of the page that load later, and what it means when one does not come.

/** A part could not be loaded: the server has a newer build, or does not answer. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
}

/** Loads a part by `import()`; whatever goes wrong becomes one ChunkError, so that nobody reads browsers' messages. */
export async function chunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new ChunkError('A part of the page could not be loaded.', { cause });
  }
}
