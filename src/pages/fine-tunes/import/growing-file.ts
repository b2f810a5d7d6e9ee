// Files that grow: the handles by which a browser reads them again, and the text by which one is known again.

declare global {
  interface DataTransferItem {
    /** Absent where the browser has no handles. */
    getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
  }
  /** Absent where the browser has no handles; rejects where nothing is chosen. */
  var showOpenFilePicker: (() => Promise<FileSystemFileHandle[]>) | undefined;
}

/** Whether a file can be chosen with a handle. */
export function canFollow(): boolean {
  return globalThis.showOpenFilePicker !== undefined;
}

/** The files that were dropped, with what their handles will be; call it while the event is handled. */
export function droppedFiles({ items, files }: DataTransfer): readonly File[] {
  const found = [...items].flatMap((item) => {
    const file = item.kind === 'file' ? item.getAsFile() : null;
    if (file === null) return [];
    const handle = item.getAsFileSystemHandle?.().catch(() => null);
    if (handle !== undefined) handles.set(file, handle);
    return [file];
  });
  return found.length > 0 ? found : [...files];
}

/** The handle of a file: as it was dropped, else as a person chooses it now. Null where there is none. */
export async function handleOf(file: File): Promise<FileSystemFileHandle | null> {
  const known = await handles.get(file);
  if (known instanceof FileSystemFileHandle) return known;
  const [chosen] = (await globalThis.showOpenFilePicker?.().catch(() => [])) ?? [];
  return chosen ?? null;
}

const handles = new WeakMap<File, Promise<FileSystemHandle | null>>();

/** Bytes as text, a character each: the same bytes are the same text, wherever they are cut. */
export async function textAt(file: Blob, from: number, to: number): Promise<string> {
  return new TextDecoder('latin1').decode(await file.slice(from, to).arrayBuffer());
}
