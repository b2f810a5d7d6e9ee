// Why the store cannot be opened, in a sentence for people.

/** The message is a sentence; `cause` is the system's error where there was one. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
