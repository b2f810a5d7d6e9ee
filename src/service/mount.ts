// The service inside another HTTP server: Vite's, for development and preview.
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { assemble } from './assembly.ts';
import { createListener } from '#service/http/listener.ts';
import { type Environment, readSettings } from './settings.ts';

interface Mounted {
  /** Takes requests for the service's paths. */
  readonly listener: RequestListener;
  readonly token: string;
  /** Ends open streams with an error event, then the engine. */
  close(): Promise<void>;
}

/** Takes the settings of the environment, except for the address, which is the other server's. */
export async function mount(env: Environment, { address, port }: AddressInfo): Promise<Mounted> {
  const assembly = await assemble(readSettings({ ...env, HOST: address }), address, port);
  return {
    listener: createListener((request, remoteAddress) => assembly.service.fetch(request, remoteAddress)),
    token: assembly.token,
    async close() {
      assembly.stop();
      assembly.cut();
      await assembly.close();
    },
  };
}
