// Upstream with a running fine-tune whose metrics grow on demand.
import { once } from 'node:events';
import { createServer } from 'node:http';

interface Training {
  /** Includes /v1. */
  readonly baseUrl: string;
  readonly id: string;
  /** Adds this many steps, from the next answer on. */
  report(steps: number): void;
  /** Resolves at the next read of the job's metrics. */
  read(): Promise<void>;
  close(): void;
}

/**
 * Listens on a free loopback port.
 * @param points steps reported at first
 */
export async function startTraining(points: number): Promise<Training> {
  const id = 'ft-acts';
  const begun = Date.now() - points * 1_000;
  const metrics = Array.from({ length: points }, (_, index) => metricAt(index + 1, begun));
  let heard: (() => void)[] = [];
  const job = () => ({
    id,
    status: 'running',
    model: 'acme/base',
    model_output_name: 'acme/tuned',
    created_at: new Date(begun).toISOString(),
    updated_at: new Date(begun + metrics.length * 1_000).toISOString(),
    total_steps: 10 * points,
    steps_completed: metrics.length,
    events: [
      {
        object: 'fine-tune-event',
        type: 'training_start',
        hash: 'begin',
        message: 'Training started.',
        created_at: new Date(begun).toISOString(),
      },
    ],
  });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const answer = answerTo(pathname, Number(searchParams.get('logged_at_from') ?? 0));
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: { message: 'Not here.', type: 'not_found' } }));
    if (!pathname.endsWith('/metrics')) return;
    for (const resolve of heard) resolve();
    heard = [];
  });

  function answerTo(path: string, fromNs: number): unknown {
    if (path === '/v1/models') return [];
    if (path === '/v1/fine-tunes') return { data: [job()] };
    if (path === `/v1/fine-tunes/${id}`) return job();
    if (path === `/v1/fine-tunes/${id}/metrics`)
      return { metrics: metrics.filter(({ timestamp }) => timestamp >= fromNs) };
    return path.endsWith('/checkpoints') ? { data: [] } : undefined;
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    id,
    report(steps) {
      for (let step = 0; step < steps; step += 1) metrics.push(metricAt(metrics.length + 1, begun));
    },
    read: () =>
      new Promise((resolve) => {
        heard.push(resolve);
      }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Decreasing, with deterministic noise. */
const metricAt = (step: number, begun: number) => ({
  timestamp: (begun + step * 1_000) * 1e6,
  'train/global_step': step,
  'train/loss': 2 * Math.exp(-step / 40_000) + 0.4 + ((step * 7919) % 9973) / 40_000,
  'train/learning_rate': 5e-5,
});
