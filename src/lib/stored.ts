// Versioned value in localStorage or sessionStorage, parsed on every read.

interface Stored<T> {
  /** The fallback if absent, unreadable, or storage is blocked. */
  read(): T;
  /** @returns false if the storage refused (full, blocked, private mode): the value is then in memory only */
  write(value: T): boolean;
}

interface StoredOptions<T> {
  readonly key: string;
  /** Increment when the shape changes; other versions are moved aside, not migrated. */
  readonly version: number;
  /** Null if the shape is wrong. */
  readonly parse: (value: unknown) => T | null;
  readonly fallback: T;
  /** Looked up on every use, because reading `window.localStorage` may itself throw. */
  readonly storage: () => Storage;
}

/** An unreadable entry is moved to `<key>.unreadable`, so that no user data is destroyed. */
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
 * A value per tab: a reload restores the tab's own, a new tab starts with the one last written by any tab.
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
        // Blocked: then there is nothing to remove.
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
