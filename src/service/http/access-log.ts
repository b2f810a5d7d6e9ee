// Access log without bodies, prompts, queries or headers.
import type { RequestListener } from 'node:http';
import { StoreError } from '#service/store/database.ts';
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

/** Not the message, which may quote a prompt, unless it is a sentence for users. */
export function reportFailure(error: unknown): void {
  process.stderr.write(`${error instanceof StoreError ? error.message : describe(error)}\n`);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'Internal error: unknown.';
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /u.test(line));
  return [`Internal error: ${error.name}${code}.`, ...frames].join('\n');
}

export function reportFailedAccept({ code }: NodeJS.ErrnoException): void {
  process.stderr.write(`A connection could not be accepted (${code ?? 'unknown'}).\n`);
}

export function reportInterruption(cause: string): void {
  process.stderr.write(`The hosted service broke a stream off (${cause}).\n`);
}
