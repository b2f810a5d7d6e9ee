// Why something failed, as a part of a sentence that clients may read.

/** What an error says, without a full stop and without the paths that the system's errors name. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the cause is unknown';
  const isSystemError = 'syscall' in error;
  // "ENOENT: no such file or directory, open '/home/…'"
  const message = isSystemError ? error.message.replace(/, .*$/s, '') : error.message;
  return message.replace(/\.$/, '');
}
