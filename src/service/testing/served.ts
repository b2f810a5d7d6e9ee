// Whole service on a real engine and port, for gate tests.
import { createListener } from '#service/http/listener.ts';
import { type ConnectionLimits, listen } from '#service/http/server.ts';
import { createService, type ServiceParts } from '#service/service.ts';
import { type Engine, startEngine } from '#service/engine/engine.ts';

/** The bearer token: a canary that must not appear in any answer. */
export const gateToken = 'canary-4b7d1f6e9c3a5082';

export interface Served {
  readonly port: number;
  readonly engine: Engine;
  readonly model: string;
  /** Internal failures; empty unless something is wrong. */
  readonly failures: readonly unknown[];
  close(): Promise<void>;
}

/** `originsFor` gives the service's origins, by default the three of loopback. */
export async function startServed(
  parts: Partial<ServiceParts> = {},
  limits?: Partial<ConnectionLimits>,
  originsFor: (port: number) => readonly string[] = loopbackOrigins,
): Promise<Served> {
  const [engine, server] = await Promise.all([startEngine(), listen('127.0.0.1', 0, limits)]);
  const failures: unknown[] = [];
  const service = createService({
    engine,
    token: gateToken,
    ownOrigins: originsFor(server.port),
    pageAccess: 'same-origin',
    pace: null,
    onFailure: (error) => failures.push(error),
    ...parts,
  });
  server.serve(createListener((request, address) => service.fetch(request, address)));
  return {
    port: server.port,
    engine,
    model: engine.models()[0]?.id ?? 'none',
    failures,
    async close() {
      server.destroy();
      await server.stop();
      await engine.close();
    },
  };
}

function loopbackOrigins(port: number): readonly string[] {
  return ['127.0.0.1', 'localhost', '[::1]'].map((host) => `http://${host}:${port}`);
}
