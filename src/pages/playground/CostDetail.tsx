// How the costs in the strip were reckoned, with their numbers, and the choice of the unit of prices.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { TokenUnitPicker } from '#pricing/TokenUnitPicker.tsx';
import { explainNext, explainRun } from './cost-formula.ts';
import type { CostGround } from './cost.ts';
import type { Run } from './run.ts';

interface CostDetailProps {
  run: Run | null;
  /** What would be sent now; null while the draft cannot be. */
  next: CompletionRequest | null;
  ground: CostGround;
  onChosen: () => void;
}

/** Content of a popover. */
export function CostDetail({ run, next, ground, onChosen }: CostDetailProps) {
  return (
    <div className="whitespace-normal">
      <dl className="grid gap-1 border-b border-line p-4 font-sans text-dense">
        <dt className="text-muted">Next run, at most</dt>
        <dd className="tabular-nums">{explainNext(next, ground)}</dd>
        <dt className="mt-2 text-muted">Last run</dt>
        <dd className="tabular-nums">{explainRun(run, ground)}</dd>
      </dl>
      <TokenUnitPicker onChosen={onChosen} />
    </div>
  );
}
