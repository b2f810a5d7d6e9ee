// Writes a Web Response to Node's: piece by piece as it comes, no faster than it is taken, and broken off where it fails.
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
  const leave = () => {
    if (!outgoing.writableFinished) reader.cancel().catch(() => {});
  };
  if (outgoing.destroyed) return leave();
  outgoing.once('close', leave);
  if (isStream(response)) outgoing.flushHeaders();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (!outgoing.write(read.value)) await drained(outgoing);
    }
    if (!outgoing.destroyed) outgoing.end();
  } catch {
    // What has been written still leaves; the missing end of the body says the rest.
    outgoing.socket?.destroySoon();
  }
}

/** Resolves when what was written has been taken, or nobody is there to take it. */
function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      outgoing.off('drain', settle).off('close', settle);
      resolve();
    };
    outgoing.on('drain', settle).on('close', settle);
    if (outgoing.destroyed) settle();
  });
}

/** Its header is worth something before its body is there. */
function isStream({ headers }: Response): boolean {
  return (
    !headers.has('content-length') && headers.get('content-type')?.startsWith('application/json') !== true
  );
}
