// Growing files: file handles to reread, and fingerprints.

declare global {
  interface FileSystemHandle {
    /** Absent where browsers never ask. */
    queryPermission?: (mode: { mode: 'read' }) => Promise<PermissionState>;
    requestPermission?: (mode: { mode: 'read' }) => Promise<PermissionState>;
  }
  interface DataTransferItem {
    /** Absent without file handles. */
    getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
  }
  /** Absent without file handles; rejects on cancel. */
  var showOpenFilePicker: (() => Promise<FileSystemFileHandle[]>) | undefined;
}

export function canFollow(): boolean {
  return globalThis.showOpenFilePicker !== undefined;
}

/** Call it during the drop event: later there are no handles. */
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

/** The known handle if permitted, else one that the user picks; null if refused. */
export async function handleOf(file: File): Promise<FileSystemFileHandle | null> {
  const known = await knownHandle(file);
  if (known !== null) return (await mayRead(known, 'requestPermission')) ? known : null;
  const [chosen] = (await globalThis.showOpenFilePicker?.().catch(() => [])) ?? [];
  return chosen ?? null;
}

/** Without asking the user. */
export async function knownHandle(file: File): Promise<FileSystemFileHandle | null> {
  const known = await handles.get(file);
  return known instanceof FileSystemFileHandle ? known : null;
}

export function rememberHandle(file: File, handle: FileSystemFileHandle): void {
  handles.set(file, Promise.resolve(handle));
}

/** `queryPermission` does not ask the user. */
export async function mayRead(
  handle: FileSystemFileHandle,
  how: 'queryPermission' | 'requestPermission',
): Promise<boolean> {
  const answer = await handle[how]?.({ mode: 'read' }).catch(() => 'denied');
  return (answer ?? 'granted') === 'granted';
}

const handles = new WeakMap<File, Promise<FileSystemHandle | null>>();

/** Latin-1, a character per byte: the same text wherever it is cut. */
export async function textAt(file: Blob, from: number, to: number): Promise<string> {
  return new TextDecoder('latin1').decode(await file.slice(from, to).arrayBuffer());
}

/** Whether the grown file still has `text` near `at`. */
export async function isWrittenFurther(
  file: Blob,
  { at, text }: { readonly at: number; readonly text: string },
): Promise<boolean> {
  const around = await textAt(file, Math.max(0, at - slack), at + text.length + slack).catch(() => '');
  return text !== '' && around.includes(text);
}

/** Rewritten JSON may begin longer. */
const slack = 1 << 16;
