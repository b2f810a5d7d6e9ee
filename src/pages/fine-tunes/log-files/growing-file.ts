// Growing files: file handles to reread, and fingerprints.

declare global {
  interface FileSystemHandle {
    /** Absent where the browser asks nothing. */
    queryPermission?: (mode: { mode: 'read' }) => Promise<PermissionState>;
    requestPermission?: (mode: { mode: 'read' }) => Promise<PermissionState>;
  }
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
  const known = await knownHandle(file);
  if (known !== null)
    return ((await known.requestPermission?.({ mode: 'read' }).catch(() => 'denied')) ?? 'granted') ===
      'granted'
      ? known
      : null;
  const [chosen] = (await globalThis.showOpenFilePicker?.().catch(() => [])) ?? [];
  return chosen ?? null;
}

/** The handle of a file, where nobody has to be asked for it. */
export async function knownHandle(file: File): Promise<FileSystemFileHandle | null> {
  const known = await handles.get(file);
  return known instanceof FileSystemFileHandle ? known : null;
}

/** The handle by which this file was read. */
export function rememberHandle(file: File, handle: FileSystemFileHandle): void {
  handles.set(file, Promise.resolve(handle));
}

/** Whether the browser lets a file be read now without asking for it. */
export async function canReadAtOnce(handle: FileSystemFileHandle): Promise<boolean> {
  return (
    ((await handle.queryPermission?.({ mode: 'read' }).catch(() => 'denied')) ?? 'granted') === 'granted'
  );
}

const handles = new WeakMap<File, Promise<FileSystemHandle | null>>();

/** Bytes as text, a character each: the same bytes are the same text, wherever they are cut. */
export async function textAt(file: Blob, from: number, to: number): Promise<string> {
  return new TextDecoder('latin1').decode(await file.slice(from, to).arrayBuffer());
}

/** Whether a file is another one written further: a piece of its middle is in the new one near the same place. */
export async function isWrittenFurther(
  file: Blob,
  { at, text }: { readonly at: number; readonly text: string },
): Promise<boolean> {
  const around = await textAt(file, Math.max(0, at - slack), at + text.length + slack).catch(() => '');
  return text !== '' && around.includes(text);
}

/** Rewritten JSON has a longer beginning. */
const slack = 1 << 16;
