// Upstream model list behind the proxy.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { startService, type RunningService } from '#tools/setup/service-process.ts';

export interface ListService {
  readonly url: string;
  /** From now on; a status other than 200 needs ErrorData. */
  answer(body: unknown, status?: number): void;
  stop(): Promise<void>;
}

/**
 * @param body the first answer
 * @param hardware available ids
 */
export async function startListService(
  body: unknown,
  hardware: readonly string[] = [],
): Promise<ListService> {
  let current = { body: JSON.stringify(body), status: 200 };
  const cards = JSON.stringify({ object: 'list', data: hardware.map(cardOf) });
  const upstream = createServer((request, response) => {
    const isModels = request.url?.startsWith('/v1/models') === true;
    response.writeHead(isModels ? current.status : 200, { 'content-type': 'application/json' });
    response.end(isModels ? current.body : cards);
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const address = upstream.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const service: RunningService = await startService({
    INFERDECK_UPSTREAM: `http://127.0.0.1:${port}/v1`,
    INFERDECK_API_KEY: 'list-key',
  });
  return {
    url: service.url,
    answer(next, status = 200) {
      current = { body: JSON.stringify(next), status };
    },
    async stop() {
      await service.stop();
      upstream.closeAllConnections();
      upstream.close();
      await once(upstream, 'close');
    },
  };
}

const cardOf = (id: string, index: number) => ({
  object: 'hardware',
  id,
  pricing: { cents_per_minute: 1 + (index % 97) },
  specs: { gpu_type: `card-${index % 9}`, gpu_link: 'sxm', gpu_memory: 80, gpu_count: 1 + (index % 8) },
  updated_at: '2026-01-05T00:00:00Z',
  availability: { status: index % 3 === 0 ? 'unavailable' : 'available' },
});

/** With and without prices, organization and context. */
export function manyModels(count: number): readonly Record<string, unknown>[] {
  const makers = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta'];
  // A coprime factor shuffles deterministically.
  return Array.from({ length: count }, (_, index) => {
    const mixed = (index * 7919) % count;
    const maker = makers[mixed % makers.length] ?? 'alpha';
    return {
      id: `${maker}/model-${mixed}`,
      object: 'model',
      created: 1_600_000_000 + mixed * 600,
      type: ['chat', 'language', 'code', 'embedding', 'holographic'][mixed % 5],
      display_name: `Model ${mixed}`,
      ...(mixed % 11 !== 0 && { organization: maker }),
      license: mixed % 2 === 0 ? 'MIT' : 'Apache-2.0',
      ...(mixed % 9 !== 0 && { context_length: 1024 * (1 + (mixed % 256)) }),
      ...(mixed % 7 !== 0 && {
        pricing: { input: (mixed % 400) / 100, output: (mixed % 997) / 131, hourly: 0, base: 0, finetune: 0 },
      }),
    };
  });
}
