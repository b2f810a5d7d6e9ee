// How a scoring lab keeps its newest batch: its subject by the lab's own schema, and the texts that were scored.
import '#api/schema/jitless.ts';
import * as z from 'zod/mini';
import type { Keeping } from '#pages/playground/labs/runs/newest.ts';
import type { BatchHead } from './score-batch.ts';

const Tasks = z.array(z.object({ model: z.string(), text: z.string() }));

/** @param set names it among what is kept */
export function batchKeeping<Subject>(
  set: string,
  subject: z.ZodMiniType<Subject>,
): Keeping<BatchHead<Subject>> {
  const Head = z.object({ subject, tasks: Tasks });
  return { set, parse: (head) => Head.safeParse(head).data ?? null };
}
