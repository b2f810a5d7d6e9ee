// Upstream with scripted fine-tunes, behind a real service with its page.
import type { Checkpoint, FineTuneEvent, FineTune } from '#api/schema/fine-tune.ts';
import type { Model } from '#api/schema/model.ts';
import { startLocalService } from '#api/testing/local-service.ts';
import { startService } from '#tools/setup/service-process.ts';

/** The page in front of the fine-tunes of a test. */
export interface FineTuneUpstream {
  readonly url: string;
  /** From the next answer on, the list is this. */
  answer: (jobs: readonly FineTune[], checkpoints?: readonly Checkpoint[]) => void;
  stop: () => Promise<void>;
}

/** Starts both. @param models what GET /models answers, for prices */
export async function startFineTuneUpstream(models: readonly Model[]): Promise<FineTuneUpstream> {
  let data: readonly FineTune[] = [];
  let saved: readonly Checkpoint[] = [];
  const upstream = await startLocalService((response, { url }) => {
    const { pathname } = new URL(url, 'http://localhost');
    const answer = answerTo(pathname);
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: { message: 'Not here.', type: 'not_found' } }));
  });

  function answerTo(path: string): unknown {
    if (path === '/v1/models') return models;
    if (path === '/v1/fine-tunes') return { data };
    return path.endsWith('/checkpoints') ? { data: saved } : undefined;
  }

  const service = await startService({
    INFERDECK_UPSTREAM: upstream.connection.baseUrl,
    INFERDECK_API_KEY: 'key-of-this-test',
  });
  return {
    url: service.url,
    answer(jobs, checkpoints = []) {
      data = jobs;
      saved = checkpoints;
    },
    async stop() {
      await service.stop();
      await upstream.close();
    },
  };
}

/** The events of a training: a step every second, evaluations where they are named. @param begin Unix milliseconds */
export function eventsOf(
  losses: readonly number[],
  evaluations: Readonly<Record<number, number>>,
  total: number,
  begin: number,
): readonly FineTuneEvent[] {
  const at = (step: number, more = 0) => new Date(begin + step * 1_000 + more).toISOString();
  const steps = losses.flatMap((loss, index): readonly FineTuneEvent[] => {
    const step = index + 1;
    const place = { step, total_steps: total };
    const trained: FineTuneEvent = {
      ...place,
      type: 'training_step',
      created_at: at(step),
      hash: `step-${step}`,
      message: `Step ${step}/${total}: training loss=${loss}`,
    };
    const evaluation = evaluations[step];
    if (evaluation === undefined) return [trained];
    const evaluated: FineTuneEvent = {
      ...place,
      type: 'eval_complete',
      created_at: at(step, 100),
      hash: `eval-${step}`,
      message: `Step ${step}/${total}: evaluation loss=${evaluation}`,
    };
    return [trained, evaluated];
  });
  return [
    { type: 'training_start', created_at: at(0), hash: 'start', message: 'Training started.' },
    ...steps,
  ];
}
