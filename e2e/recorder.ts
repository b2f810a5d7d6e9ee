// Recording proxy in front of the service, which remembers request bodies.
import { once } from 'node:events';
import { createServer } from 'node:http';

/** A running recorder. */
export interface Recorder {
  readonly url: string;
  /** Bodies of the requests so far, in order. */
  readonly bodies: string[];
  close(): Promise<void>;
}

/** Starts one on a free port of this machine. */
export async function recorderBefore(serviceUrl: string): Promise<Recorder> {
  const bodies: string[] = [];
  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      bodies.push(body);
      const { authorization = '', 'content-type': type = '' } = incoming.headers;
      const handOn = async () => {
        const answer = await fetch(`${serviceUrl}${incoming.url ?? ''}`, {
          method: 'POST',
          headers: { authorization, 'content-type': type },
          body,
        });
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
        for await (const part of answer.body ?? []) response.write(part);
        response.end();
      };
      handOn().catch(() => response.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
