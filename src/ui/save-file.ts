// File download from a Blob.

/** @param name with its extension */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoking before the download has started breaks it in some browsers.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
