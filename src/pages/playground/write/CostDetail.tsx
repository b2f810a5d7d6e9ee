// Cost explanation popover.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { boundOf, type CostGround, costOfNext, costOfRun } from '#pages/playground/parameters/cost.ts';
import { TokenUnitPicker } from '#pricing/UnitPicker.tsx';
import { wasRefused, type Run } from '#run/run.ts';

interface CostDetailProps {
  run: Run | null;
  /** Null while the draft is invalid. */
  next: CompletionRequest | null;
  ground: CostGround;
  onDone: () => void;
}

export function CostDetail({ run, next, ground, onDone }: CostDetailProps) {
  return (
    <div className="whitespace-normal">
      <dl className="grid gap-1 border-b border-line p-4 font-sans text-dense">
        <dt className="text-muted">Next run, at most</dt>
        <dd className="tabular-nums">{explainNext(next, ground)}</dd>
        <dt className="mt-2 text-muted">Last run</dt>
        <dd className="tabular-nums">{explainRun(run, ground)}</dd>
      </dl>
      <TokenUnitPicker onDone={onDone} />
    </div>
  );
}

/** @param next null while the draft is invalid */
export function explainNext(next: CompletionRequest | null, ground: CostGround): string {
  const { kind } = costOfNext(next, ground);
  if (next === null) return 'The request cannot be sent yet.';
  if (kind === 'no price') return noPrice(next);
  if (kind === 'no limit') return 'max_tokens is not set, and the service does not state a context length.';
  const { input, output } = boundOf(next, ground);
  const words = sum(input, output ?? 0, next, ground);
  if (ground.count?.(next).isExact === true) return words;
  return `${words}. A token that was not counted yet is at least one byte of the prompt.`;
}

export function explainRun(run: Run | null, ground: CostGround): string {
  if (run === null) return 'Nothing has been sent yet.';
  const { kind } = costOfRun(run, ground);
  if (kind === 'none') return 'Replaying a recording; nothing is sent.';
  const elsewhere = ground.elsewhere?.(run);
  if (kind === 'unknown' && elsewhere)
    return `It ran on another connection, ${elsewhere}, whose prices are not loaded.`;
  if (kind === 'no price') return noPrice(run.request);
  if (run.state.phase !== 'ended') return `Upper bound while streaming: ${explainNext(run.request, ground)}`;
  if (wasRefused(run)) return 'Refused or not sent: nothing was generated.';
  const { usage } = run.recording;
  if (kind === 'exactly' && usage === null) return 'The model is free.';
  if (kind === 'unknown' || usage === null) return 'The service reported no usage, or the run was cut short.';
  return sum(usage.prompt_tokens, usage.completion_tokens, run.request, ground);
}

function sum(inputs: number, outputs: number, request: CompletionRequest, ground: CostGround): string {
  const pricing = ground.models.find(({ id }) => id === request.model)?.pricing;
  const { input = 0, output = 0 } = pricing ?? {};
  return `${inputs} input tokens × ${input} + ${outputs} output tokens × ${output}, prices in ${ground.unit.label}`;
}

function noPrice({ model }: CompletionRequest): string {
  return `The service lists no token price for ${model}.`;
}
