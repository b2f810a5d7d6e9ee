// What can be done at a token: go on from it in another way, or make it likelier or rarer in the next request.
import { lazy, Suspense, useMemo, useState } from 'react';
import { useDraft } from '#pages/playground/draft-store.ts';
import type { Lane } from '#pages/playground/lane.ts';
import type { Run } from '#pages/playground/run.ts';
import { useModel } from '#pages/playground/use-model.ts';
import { Button } from '#ui/Button.tsx';
import { chunk } from '#ui/chunk.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { branchWith } from './branch.ts';
import { tokenStart } from './locate.ts';
import { pinToken } from './pinned-token.ts';
import { prefixOf } from './prefix.ts';
import { readSentToken } from './sent-token.ts';
import { stepBySurprise, type StepDirection } from './surprise-steps.ts';
import { TokenBias } from './TokenBias.tsx';
import { readToken } from './token-facts.ts';

const AlternativesDialog = lazy(async () => ({
  default: (await chunk(() => import('#pages/playground/alternatives/AlternativesDialog.tsx')))
    .AlternativesDialog,
}));

interface TokenActsProps {
  lane: Lane;
  token: number;
  run: Run;
}

/** None of them sends anything by itself. */
export function TokenActs({ lane, token, run }: TokenActsProps) {
  const [isAsking, setAsking] = useState(false);
  const { model } = useModel(useDraft((state) => state.draft.model));
  const { request, recording } = run;
  const { id, text, isSpecial, logprob } = readToken(lane, token);
  const sent = useMemo(
    () => readSentToken(recording, lane, token, request.n ?? 1),
    [recording, lane, token, request],
  );
  const exactId = sent?.exactId ?? (id === null ? null : String(id));
  const before = prefixOf(request.prompt, lane, tokenStart(lane, token));
  const after = prefixOf(request.prompt, lane, lane.ends.at(token));
  const from = { runId: run.id, lane: lane.index };
  const isLast = token === lane.tokenCount - 1;

  function step(direction: StepDirection) {
    const next = stepBySurprise([lane], { lane, token }, direction);
    if (next !== null) pinToken(next);
  }

  return (
    <div className="grid gap-2 border-t border-line px-3 py-2">
      <div className="flex flex-wrap gap-1.5">
        <Button
          disabled={!before.ok}
          title={before.ok ? undefined : before.why}
          onClick={() => setAsking(true)}
        >
          Alternatives here{sent?.top ? ` (${sent.top.length} sent)` : ''}
        </Button>
        <Button
          disabled={!before.ok}
          title={before.ok ? 'Fills the prompt with everything before the token' : before.why}
          onClick={() => before.ok && branchWith(before.prompt, { how: 'branched', ...from, token })}
        >
          Branch before this token
        </Button>
        <Button
          disabled={!after.ok}
          title={after.ok ? 'Fills the prompt with everything up to the token' : after.why}
          onClick={() =>
            after.ok &&
            branchWith(
              after.prompt,
              isLast ? { how: 'continued', ...from } : { how: 'branched', ...from, token: token + 1 },
            )
          }
        >
          Branch after it
        </Button>
      </div>
      {!before.ok && <p className="text-dense text-muted">{before.why}</p>}
      <TokenBias id={exactId} isOtherModel={model !== '' && model !== request.model} model={request.model} />
      <div className="-mx-2.5 flex flex-wrap items-center">
        <CopyButton text={() => text} label="Copy token" />
        <span className="ml-auto flex">
          <Button look="quiet" onClick={() => step('previous')}>
            Previous
          </Button>
          <Button
            look="quiet"
            title="The next of the least likely tokens (key l)"
            onClick={() => step('next')}
          >
            Next least likely
          </Button>
        </span>
      </div>
      {isAsking && before.ok && (
        <PanelBoundary name="The alternatives">
          <Suspense>
            <AlternativesDialog
              title={`Alternatives for token ${token + 1}`}
              model={request.model}
              prompt={before.prompt}
              stood={{ id: exactId, text, isSpecial, logprob }}
              sent={sent?.top ?? []}
              answeredBy={run.connectionId}
              origin={{ how: 'branched', ...from, token }}
              onClose={() => setAsking(false)}
            />
          </Suspense>
        </PanelBoundary>
      )}
    </div>
  );
}
