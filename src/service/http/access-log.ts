// What is written about requests: method, route, status, duration. Never a body, a prompt, a query or a header.
import type { RequestListener } from 'node:http';
import { patternOf } from './operation.ts';

/** Wraps a listener; `write` gets a line when an answer has ended, or its client has gone ("left"). */
export function logRequests(listener: RequestListener, write: (line: string) => void): RequestListener {
  return (incoming, outgoing) => {
    const began = performance.now();
    const path = (incoming.url ?? '').split('?', 1).join('');
    const route = patternOf(path);
    outgoing.once('close', () => {
      const durationMs = Math.round(performance.now() - began);
      const end = outgoing.writableFinished ? String(outgoing.statusCode) : `${outgoing.statusCode} left`;
      write(`${incoming.method ?? ''} ${route} ${end} ${durationMs} ms`);
    });
    return listener(incoming, outgoing);
  };
}

/** Says that something failed inside: what kind and where, not its message, which may quote a prompt. */
export function reportFailure(error: unknown): void {
  const isError = error instanceof Error;
  const frames = isError ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /u.test(line)) : [];
  const lines = [`A failure inside: ${isError ? error.name : 'of no known kind'}.`, ...frames];
  process.stderr.write(`${lines.join('\n')}\n`);
}

/** Says that the system could not hand over a connection; `code` is a word such as ENOBUFS. */
export function reportFailedAccept({ code }: NodeJS.ErrnoException): void {
  process.stderr.write(`A connection could not be accepted (${code ?? 'of no known kind'}).\n`);
}

/** Says that a hosted service broke a stream off; `cause` is a word such as ECONNRESET. */
export function reportBreakOff(cause: string): void {
  process.stderr.write(`The hosted service broke a stream off (${cause}).\n`);
}
