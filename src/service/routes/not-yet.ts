// The operations of the interface that this service knows and does not answer yet.
import { Refusal } from '#service/refusal.ts';
import type { Operation } from './operation.ts';

/**
 * Fine-tunes, checkpoints, jobs: an honest 404 with the code `not_served_yet`, after the same checks as
 * every operation. 404, not 501, since clients of this interface read it as "this service does not have it".
 */
export function operationsNotServedYet(): readonly Operation[] {
  return [
    notYet('/v1/fine-tunes', []),
    notYet('/v1/fine-tunes/:id/checkpoints', []),
    notYet('/v1/jobs/:jobId', []),
  ];
}

function notYet(path: Operation['path'], query: readonly string[]): Operation {
  return {
    method: 'GET',
    path,
    query,
    answer() {
      throw new Refusal(404, `This service does not serve ${path} yet.`, { code: 'not_served_yet' });
    },
  };
}
