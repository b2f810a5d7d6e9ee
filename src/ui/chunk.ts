// Lazy chunks with one error for load failures.

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
