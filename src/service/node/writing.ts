// Writes a Web Response to Node's: piece by piece as it comes, no faster than it is taken, and broken off where it fails.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/**
 * Resolves when the answer has been written or its client has gone; never rejects. A body that fails breaks the
 * connection off: after the status has gone, that is the only way to say that the answer is not whole.
 */
export async function writeAnswer(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  if (response.body === null) {
    outgoing.end();
    return;
  }
  const reader = response.body.getReader();
  const left = new AbortController();
  const leave = () => {
    left.abort();
    reader.cancel().catch(() => {});
  };
  if (outgoing.destroyed) return leave();
  outgoing.once('close', leave);
  if (isStream(response)) outgoing.flushHeaders();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (!outgoing.write(read.value)) await once(outgoing, 'drain', { signal: left.signal });
    }
    if (!left.signal.aborted) outgoing.end();
  } catch {
    // What has been written still leaves; the missing end of the body says the rest.
    outgoing.socket?.destroySoon();
  }
}

/** Its header is worth something before its body is there. */
function isStream({ headers }: Response): boolean {
  return (
    !headers.has('content-length') && headers.get('content-type')?.startsWith('application/json') !== true
  );
}
