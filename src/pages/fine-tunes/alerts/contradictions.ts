// Contradictions between a record and its events, curves and checkpoints.
import { formatCount, formatCounted } from '#lib/format.ts';
import { currentStep, totalSteps } from '#pages/fine-tunes/curves/step-times.ts';
import { checkpointStep, isCompleted, isWholeRun, statusKind } from '#api/fine-tune-status.ts';
import { isSet, type FineTuneFacts } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { readTimeMs } from '#lib/read-time.ts';

/** `id` is stable. */
interface Contradiction {
  readonly id: string;
  readonly words: string;
}

export function findContradictions(facts: FineTuneFacts): readonly Contradiction[] {
  return checks.flatMap(({ id, words }) => {
    const text = words(facts);
    return text === null ? [] : [{ id, words: text }];
  });
}

interface Check {
  readonly id: string;
  readonly words: (facts: FineTuneFacts) => string | null;
}

const checks: readonly Check[] = [
  {
    id: 'steps',
    words: (facts) => {
      const [step, total] = [currentStep(facts), totalSteps(facts)];
      if (step === null || total === null) return null;
      if (step > total)
        return `Step ${formatCount(step)} was reported, but there are ${formatCount(total)} in all.`;
      return isWholeRun(facts.record) && step < total
        ? `It is completed, but the last reported step is ${formatCount(step)} of ${formatCount(total)}.`
        : null;
    },
  },
  {
    id: 'checkpoints',
    words: (facts) => {
      const { record, checkpoints } = facts;
      if (!isWholeRun(record) || checkpoints === null || !isSet(record.n_checkpoints)) return null;
      const steps = new Set(checkpoints.map(checkpointStep)).size;
      return steps < Math.min(record.n_checkpoints, maxSteps(facts))
        ? `${formatCounted(record.n_checkpoints, 'checkpoint was', 'checkpoints were')} requested, ${formatCounted(steps, 'is', 'are')} there.`
        : null;
    },
  },
  {
    id: 'epochs',
    words: ({ record }) => {
      const { n_epochs: asked, epochs_completed: done } = record;
      return isWholeRun(record) && isSet(asked) && done !== undefined && done < asked
        ? `It is completed, but ${done} of ${asked} epochs are.`
        : null;
    },
  },
  {
    id: 'evaluations',
    words: (facts) => {
      const { record, curves } = facts;
      const segments = curves.curves.get('eval loss') ?? [];
      // After a restart some are done again.
      const evals = new Set(segments.flatMap(({ steps }) => Array.from(steps))).size;
      // A service that sends no losses is not missing evaluations.
      if (!isWholeRun(record) || evals === 0 || !isSet(record.n_evals)) return null;
      return evals < Math.min(record.n_evals, maxSteps(facts))
        ? `${record.n_evals} evaluations were requested, ${evals} reported.`
        : null;
    },
  },
  {
    id: 'queue',
    words: ({ record }) =>
      isSet(record.queue_depth) && ['running', 'over'].includes(statusKind(record.status))
        ? `Its status is ${record.status}, but ${formatCounted(record.queue_depth, 'job is', 'jobs are')} reported ahead of it.`
        : null,
  },
  {
    id: 'times',
    words: ({ record }) => {
      const [created, updated] = [readTimeMs(record.created_at), readTimeMs(record.updated_at)];
      return created !== null && updated !== null && updated < created
        ? 'It was last updated before it was created.'
        : null;
    },
  },
  {
    id: 'error',
    words: ({ record, events }) =>
      isCompleted(record.status) && /^job_(?:user_)?error$/i.test(lastType(events))
        ? 'It is completed, but its last event is an error.'
        : null,
  },
  {
    id: 'ended',
    words: ({ record, events }) =>
      /^job_complete$/i.test(lastType(events)) && statusKind(record.status) === 'running'
        ? `Its last event says that it is complete, its status is ${record.status}.`
        : null,
  },
];

function lastType(events: FineTuneFacts['events']): string {
  return events.at(-1)?.type ?? '';
}

/** A training saves and evaluates at most once a step. */
function maxSteps(facts: FineTuneFacts): number {
  return totalSteps(facts) ?? Infinity;
}
