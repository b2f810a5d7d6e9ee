// Error causes as clauses that are safe to show to clients.

/** The message without its full stop and without the paths that system errors name. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the cause is unknown';
  const isSystemError = 'syscall' in error;
  // "ENOENT: no such file or directory, open '/home/…'"
  const message = isSystemError ? error.message.replace(/, .*$/s, '') : error.message;
  return message.replace(/\.$/, '');
}
