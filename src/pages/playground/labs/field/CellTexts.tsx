// The texts of one cell, and the way to take its parameters over.
import { useDraft, fillDraft } from '#draft/draft-store.ts';
import { formatCount } from '#lib/format.ts';
import { useSearchState } from '#pages/playground/write/search.ts';
import type { Run } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Failed } from '#ui/States.tsx';
import { textsOf } from './cell-figures.ts';
import type { FieldPlan } from './field-plan.ts';

/** Equal texts are folded into one, with their count. */
export function CellTexts({ plan, run }: { plan: FieldPlan; run: Run }) {
  const { changeSearch } = useSearchState();
  const chosen = [plan.across.parameter, plan.down.parameter].map(
    (parameter) => [parameter, String(run.request[parameter])] as const,
  );
  const name = chosen.map(([parameter, value]) => `${parameter} ${value}`).join(', ');
  const error = run.state.phase === 'ended' ? run.state.error : null;

  function handleUse() {
    const { numbers } = useDraft.getState().draft;
    fillDraft({ numbers: { ...numbers, ...Object.fromEntries(chosen) } }, { how: 'preset' });
    changeSearch({ view: 'write' });
  }

  return (
    <section aria-label={`Texts of ${name}`} className="grid gap-2 border-t border-line pt-3">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="font-mono font-medium">{name}</h3>
        <Button onClick={handleUse}>Use these parameters</Button>
      </div>
      {error && <Failed title="This cell failed.">{error.message}</Failed>}
      <ul className="grid gap-3">
        {fold(run).map(({ text, count, tokens, finish }) => (
          <li key={text} className="max-w-[92ch] border-b border-line pb-2">
            <p className="flex h-control items-center justify-between text-label text-faint">
              <span>
                {count > 1 && `${count} times · `}
                {formatCount(tokens)} tokens · {finish}
              </span>
              <CopyButton text={() => text} />
            </p>
            <bdi className="font-mono text-token wrap-anywhere whitespace-pre-wrap">{text}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FoldedText {
  readonly text: string;
  readonly count: number;
  readonly tokens: number;
  readonly finish: string;
}

function fold(run: Run): readonly FoldedText[] {
  const folded = new Map<string, FoldedText>();
  for (const { lane, text } of textsOf(run)) {
    const count = (folded.get(text)?.count ?? 0) + 1;
    folded.set(text, {
      text,
      count,
      tokens: lane.answerTokenCount,
      finish: lane.finishReason ?? 'not finished',
    });
  }
  return [...folded.values()].toSorted((one, other) => other.count - one.count);
}
