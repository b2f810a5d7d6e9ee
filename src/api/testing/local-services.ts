// Local services of one test file, closed together after each test.
import type { ServerResponse } from 'node:http';
import { type LocalService, startLocalService, startRawService } from './local-service.ts';

/** Functions that start services, and one that closes all that were started: hand it to `afterEach`. */
export function createLocalServices() {
  const started: Pick<LocalService, 'close'>[] = [];

  function kept<T extends Pick<LocalService, 'close'>>(service: T): T {
    started.push(service);
    return service;
  }

  const serve = async (...args: Parameters<typeof startLocalService>) =>
    kept(await startLocalService(...args));
  return {
    serve,
    /** A service that streams: a 200 header of this type, then what the test writes. */
    serveStream: (write: (response: ServerResponse) => void, type = 'text/event-stream') =>
      serve((response) => {
        response.writeHead(200, { 'content-type': type });
        write(response);
      }),
    /** A service that answers with these bytes, HTTP or not, and closes. */
    raw: async (bytes: string | Uint8Array) => kept(await startRawService((socket) => socket.end(bytes))),
    /** A service that does anything with a connection once the request has come. */
    rawSocket: async (...args: Parameters<typeof startRawService>) => kept(await startRawService(...args)),
    closeAll: async () => {
      for (const service of started.splice(0)) await service.close();
    },
  };
}
