// Access log without bodies, prompts, queries or headers.
import type { RequestListener } from 'node:http';
import { routeOf } from './operation.ts';

/** A line per answer; "left" if its client disconnected. */
export function logRequests(listener: RequestListener, write: (line: string) => void): RequestListener {
  return (incoming, outgoing) => {
    const began = performance.now();
    const path = (incoming.url ?? '').split('?', 1).join('');
    const route = routeOf(path);
    outgoing.once('close', () => {
      const durationMs = Math.round(performance.now() - began);
      const end = outgoing.writableFinished ? String(outgoing.statusCode) : `${outgoing.statusCode} left`;
      write(`${incoming.method ?? ''} ${route} ${end} ${durationMs} ms`);
    });
    return listener(incoming, outgoing);
  };
}

/** Not the message, which may quote a prompt. */
export function reportFailure(error: unknown): void {
  const isError = error instanceof Error;
  const frames = isError ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /u.test(line)) : [];
  const lines = [`Internal error: ${isError ? error.name : 'unknown'}.`, ...frames];
  process.stderr.write(`${lines.join('\n')}\n`);
}

/** Such as ENOBUFS. */
export function reportFailedAccept({ code }: NodeJS.ErrnoException): void {
  process.stderr.write(`A connection could not be accepted (${code ?? 'unknown'}).\n`);
}

/** Such as ECONNRESET. */
export function reportInterruption(cause: string): void {
  process.stderr.write(`The hosted service broke a stream off (${cause}).\n`);
}
