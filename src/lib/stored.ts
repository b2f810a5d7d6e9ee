// Versioned value in localStorage or sessionStorage, parsed on every read.

interface Stored<T> {
  /** The fallback if absent or unreadable, or if storage is blocked. */
  read(): T;
  /** @returns false if the storage refused (full, blocked): the value is in memory only */
  write(value: T): boolean;
  /** False once the storage has refused the last value. */
  isStored(): boolean;
  /** After each change in another tab. */
  follow(listener: (value: T) => void): void;
}

interface StoredOptions<T> {
  readonly key: string;
  /** Increment when the shape changes; other versions are moved aside. */
  readonly version: number;
  readonly parse: (value: unknown) => T | null;
  readonly fallback: T;
  /** Looked up on every use: reading `window.localStorage` may throw. */
  readonly storage: () => Storage;
}

/** Moves an unreadable entry to `<key>.unreadable`: nothing of the user's is destroyed. */
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
    isStored: () => inMemory === undefined,
    follow(listener) {
      globalThis.addEventListener?.('storage', (event) => {
        if (event.key === key) listener(this.read());
      });
      // The back/forward cache holds these events off.
      globalThis.addEventListener?.('pageshow', ({ persisted }) => {
        if (persisted) listener(this.read());
      });
    },
  };
}

/** A reload restores the tab's value; a new tab starts with the last one written by any. */
export function storedByTab<T>(
  options: Omit<StoredOptions<T>, 'storage'>,
  storages: { readonly tab: () => Storage; readonly browser: () => Storage },
): Omit<Stored<T>, 'follow'> {
  const own = stored<T | null>({ ...options, fallback: null, storage: storages.tab });
  const shared = stored({ ...options, storage: storages.browser });
  return {
    read() {
      const known = own.read();
      if (known !== null) return known;
      const value = shared.read();
      // Its own from now on: another tab may change what is shared before a reload.
      own.write(value);
      return value;
    },
    write(value) {
      const isShared = shared.write(value);
      if (own.write(value)) return isShared;
      // After a reload, the tab's older value would hide the newer one.
      try {
        storages.tab().removeItem(options.key);
      } catch {
        // Nothing to remove.
      }
      return false;
    },
    isStored: () => own.isStored() && shared.isStored(),
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
