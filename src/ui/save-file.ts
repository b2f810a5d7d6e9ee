// Hands what the page has made to the browser as a file of the person's.

/** Starts a download. @param name with its ending */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then; before, some browsers would lose it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
