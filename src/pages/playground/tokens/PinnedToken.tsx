// Pinned token card.
import { useContext, useEffect, useRef, type RefObject, useMemo, useState } from 'react';
import type { TopToken } from '#api/read-view.ts';
import { useClient } from '#connection/use-client.ts';
import { useDraft } from '#draft/draft-store.ts';
import { formatKnown } from '#lib/format.ts';
import { formatProbability } from '#run/format-share.ts';
import { useExcess } from '#pages/playground/parameters/use-excess.ts';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import type { Choice } from '#run/choice.ts';
import type { Run } from '#run/run.ts';
import { RunContext } from '#run/run-store.ts';
import { tokenStart, prefixOf, readToken } from '#run/token.ts';
import { IconButton, Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { useCommands } from '#ui/commands.ts';
import { TokenBias } from './TokenBias.tsx';
import { TokenChoice } from './AlternativeRows.tsx';
import { TokenCard, TokenOutline } from './TokenCard.tsx';
import { branchWith, runWith } from './branch.ts';
import { unpinToken, pinToken, stepBySurprise, type StepDirection } from './pinned-token.ts';
import { readSentToken, useEventTexts } from './sent-token.ts';
import { alternativesStore } from './sample-alternatives.ts';
import { countSamples, probabilityOf } from './count-samples.ts';
import { usePlace } from './use-token-focus.ts';

/** CSS pixels. */
const width = 344;

interface PinnedTokenProps {
  choice: Choice;
  token: number;
  /** Null hides the actions, as does a view that sends no draft. */
  run: Run | null;
  /** In the card's positioned box. */
  text: RefObject<HTMLElement | null>;
}

/** Non-modal: the text behind stays navigable. */
export function PinnedToken({ choice, token, run, text }: PinnedTokenProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const send = useContext(RunContext);
  const place = usePlace(choice, token, text, width);
  useCommands([{ title: 'Close the token', keys: 'Escape', run: handleEscape }]);
  function handleEscape() {
    if (dialog.current?.contains(document.activeElement) === true) text.current?.focus();
    unpinToken();
  }
  // Left by Tab, it would cover what has the focus.
  useEffect(() => {
    function handleFocusIn({ target }: FocusEvent) {
      if (dialog.current === null || !(target instanceof Element)) return;
      // Not the text, which it lies on, nor what opens above it.
      if (target.matches(':is(a, button, input, textarea):not(dialog *)') && overlaps(dialog.current, target))
        unpinToken();
    }
    document.addEventListener('focusin', handleFocusIn);
    return () => document.removeEventListener('focusin', handleFocusIn);
  }, []);
  const placed = place?.token ?? null;
  useEffect(() => {
    const card = dialog.current;
    if (placed === null || card === null) return undefined;
    // It may grow.
    const observer = new ResizeObserver(() => card.scrollIntoView({ block: 'nearest' }));
    observer.observe(card);
    return () => observer.disconnect();
  }, [placed]);
  if (place === null) return null;
  return (
    <>
      <TokenOutline rects={place.rects} />
      <dialog
        ref={dialog}
        open
        aria-label={`Token ${token + 1}`}
        style={{ ...place.card, width }}
        className="absolute z-1 m-0 max-w-full scroll-mt-10 scroll-mb-4 rounded-control border border-edge bg-panel p-0 font-sans text-base whitespace-normal shadow-float"
      >
        <div className="grid gap-0.5 py-2 pr-10 pl-3">
          <TokenCard choice={choice} token={token} />
        </div>
        {run && send && <TokenActs choice={choice} token={token} run={run} send={send} />}
        <div className="absolute top-1.5 right-1.5">
          <IconButton icon="cross" label="Close" onClick={unpinToken} />
        </div>
      </dialog>
    </>
  );
}

function overlaps(card: Element, other: Element): boolean {
  const one = card.getBoundingClientRect();
  const two = other.getBoundingClientRect();
  return one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;
}

const AlternativesDialog = lazyPart(() => import('./AlternativesDialog.tsx'), 'AlternativesDialog');

interface TokenActsProps {
  choice: Choice;
  token: number;
  run: Run;
  send: () => void;
}

function TokenActs({ choice, token, run, send }: TokenActsProps) {
  const [isAsking, setAsking] = useState(false);
  const { model } = useModel(useDraft((state) => state.draft.model));
  const { request, recording } = run;
  const { id, text, isSpecial, logprob } = readToken(choice, token);
  const texts = useEventTexts(recording.events);
  const sent = useMemo(
    () => (texts === 'there' ? readSentToken(recording, choice, token, request.n ?? 1) : null),
    [texts, recording, choice, token, request],
  );
  const exactId = sent?.exactId ?? (id === null ? null : String(id));
  const before = prefixOf(request.prompt, choice, tokenStart(choice, token));
  const after = prefixOf(request.prompt, choice, choice.ends.at(token));
  const excess = useExcess(run, choice, tokenStart(choice, token));
  const client = useClient();
  const prefix = before.ok ? before.prompt : '';
  // The dialog may sample: read again once it is closed.
  const rounds = useMemo(
    () => (isAsking ? [] : alternativesStore(client, request.model, prefix).getState().rounds),
    [client, request.model, prefix, isAsking],
  );
  const sampled = rounds.flatMap((round) => countSamples(round).alternatives);
  const from = { runId: run.id, choice: choice.index };
  const isLast = token === choice.tokenCount - 1;

  function choose(alternative: string) {
    if (before.ok)
      runWith(before.prompt + alternative, { how: 'branched', ...from, token, isSent: true }, send);
  }

  function step(direction: StepDirection) {
    const next = stepBySurprise([choice], { choice, token }, direction);
    if (next !== null) pinToken(next);
  }

  return (
    <div className="grid gap-2 border-t border-line px-3 py-2">
      {before.ok && sent?.top && (
        <Likeliest label="Alternatives sent" tokens={sent.top} prompt={before.prompt} onChoose={choose} />
      )}
      {before.ok && sampled.length > 0 && (
        <Likeliest label="Alternatives sampled" tokens={sampled} prompt={before.prompt} onChoose={choose} />
      )}
      <div className="flex flex-wrap gap-1.5">
        <Button
          disabled={!before.ok}
          title={before.ok ? undefined : before.why}
          onClick={() => setAsking(true)}
        >
          Alternatives here
        </Button>
        <Button
          disabled={!before.ok}
          title={before.ok ? 'Sets the prompt to everything before the token' : before.why}
          onClick={() => before.ok && branchWith(before.prompt, { how: 'branched', ...from, token })}
        >
          Branch before this token
        </Button>
        <Button
          disabled={!after.ok}
          title={after.ok ? 'Sets the prompt to everything up to the token' : after.why}
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
      {before.ok && excess !== null && <p className="text-dense text-warn">{excess}.</p>}
      <TokenBias id={exactId} isOtherModel={model !== '' && model !== request.model} model={request.model} />
      <div className="-mx-2.5 flex flex-wrap items-center">
        <CopyButton text={() => text} label="Copy token" />
        <span className="ml-auto flex">
          <Button look="quiet" onClick={() => step('previous')}>
            Previous
          </Button>
          <Button look="quiet" title="Next lowest probability (key l)" onClick={() => step('next')}>
            Next lowest
          </Button>
        </span>
      </div>
      {isAsking && before.ok && (
        <PanelBoundary name="The alternatives" whileLoading={null}>
          <AlternativesDialog
            title={`Alternatives for token ${token + 1}`}
            model={request.model}
            prompt={before.prompt}
            answerToken={{ id: exactId, text, isSpecial, logprob }}
            sent={sent?.top ?? []}
            run={run}
            excess={excess}
            onChoose={choose}
            onClose={() => setAsking(false)}
          />
        </PanelBoundary>
      )}
    </div>
  );
}

/** More are in the dialog. */
const shownAlternatives = 8;

interface LikeliestProps {
  label: string;
  tokens: readonly (Pick<TopToken, 'text' | 'logprob'> & {
    readonly id?: string | number | null;
    readonly isSpecial?: boolean;
  })[];
  prompt: string;
  onChoose: (text: string) => void;
}

function Likeliest({ label, tokens, prompt, onChoose }: LikeliestProps) {
  const likeliest = tokens
    .toSorted((one, other) => (other.logprob ?? -Infinity) - (one.logprob ?? -Infinity))
    .slice(0, shownAlternatives);
  return (
    <ul aria-label={label} className="flex flex-wrap gap-x-2 gap-y-1 text-dense text-muted">
      {likeliest.map(({ text, logprob, id, isSpecial = false }) => (
        <li key={`${id ?? ''} ${text}`} className="flex max-w-full items-baseline gap-1">
          <TokenChoice
            text={text}
            isSpecial={isSpecial}
            logprob={logprob}
            prompt={prompt}
            onChoose={onChoose}
          />
          {formatKnown(probabilityOf(logprob), formatProbability, '')}
        </li>
      ))}
    </ul>
  );
}
