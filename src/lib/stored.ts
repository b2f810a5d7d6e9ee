// A value kept in a browser's storage: versioned, parsed on every read, and never a reason to fail.

/** A place for one value. */
interface Stored<T> {
  /** The stored value, or the fallback where there is none, it is unreadable, or storage is blocked. */
  read(): T;
  /** @returns false when the storage refused (full, blocked, private mode): the value then lives in memory only */
  write(value: T): boolean;
}

/** What a stored value needs. */
interface StoredOptions<T> {
  readonly key: string;
  /** Raised when the shape changes; other versions are moved aside, not guessed at. */
  readonly version: number;
  /** The value, or null where the shape is wrong. */
  readonly parse: (value: unknown) => T | null;
  readonly fallback: T;
  /** Looked up on every use, because reading `window.localStorage` may itself throw. */
  readonly storage: () => Storage;
}

/** An entry that cannot be read is kept under `<key>.unreadable`, so that nothing a person wrote is destroyed. */
export function stored<T>(options: StoredOptions<T>): Stored<T> {
  const { key, version, fallback } = options;
  let inMemory: T | undefined;
  return {
    read() {
      if (inMemory !== undefined) return inMemory;
      try {
        const storage = options.storage();
        const text = storage.getItem(key);
        if (text === null) return fallback;
        const value = parseEntry(text, version, options.parse);
        if (value !== null) return value;
        storage.setItem(`${key}.unreadable`, text);
        storage.removeItem(key);
      } catch {
        // Blocked storage reads like an empty one.
      }
      return fallback;
    },
    write(value) {
      try {
        options.storage().setItem(key, JSON.stringify({ version, value }));
        inMemory = undefined;
        return true;
      } catch {
        inMemory = value;
        return false;
      }
    },
  };
}

/**
 * A value that each tab has of its own: a reload gives the tab its own back, a new tab begins with the one that any tab
 * wrote last.
 * @param storages of the tab and of the browser
 */
export function storedByTab<T>(
  options: Omit<StoredOptions<T>, 'storage'>,
  storages: { readonly tab: () => Storage; readonly browser: () => Storage },
): Stored<T> {
  const own = stored<T | null>({ ...options, fallback: null, storage: storages.tab });
  const shared = stored({ ...options, storage: storages.browser });
  return {
    read: () => own.read() ?? shared.read(),
    write(value) {
      const isShared = shared.write(value);
      if (own.write(value)) return isShared;
      // An older value of the tab would hide the newer one after a reload.
      try {
        storages.tab().removeItem(options.key);
      } catch {
        // Blocked: then nothing is there.
      }
      return false;
    },
  };
}

function parseEntry<T>(text: string, version: number, parse: (value: unknown) => T | null): T | null {
  try {
    const entry: unknown = JSON.parse(text);
    if (typeof entry !== 'object' || entry === null) return null;
    if (!('version' in entry) || entry.version !== version || !('value' in entry)) return null;
    return parse(entry.value);
  } catch {
    return null;
  }
}
