// Examples on an empty playground.
import type { Client } from '#api/client.ts';
import { isSampleModel } from '#api/schema/model.ts';
import { openConnections } from '#connection/store.ts';
import { useClient, useEmbedded } from '#connection/use-client.ts';
import { replaceDraft, useDraft } from '#draft/draft-store.ts';
import { emptyDraft, type Draft } from '#draft/draft.ts';
import { defaultModel, modelName, useModel } from '#pages/playground/parameters/use-model.ts';
import { useSearchState } from '#pages/playground/write/search.ts';
import { Button } from '#ui/Button.tsx';
import { chunk } from '#ui/lazy-part.ts';

interface Example {
  readonly title: string;
  readonly draft: Partial<Draft>;
  readonly view: 'write' | 'compare' | 'labs';
  /** Token ids differ between models. */
  readonly isForEmbedded?: true;
}

const examples: readonly Example[] = [
  {
    title: 'See each token’s probability',
    draft: { prompt: 'Once upon a time there was a fox', numbers: { max_tokens: '120' }, logprobs: true },
    view: 'write',
  },
  {
    title: 'Sample 24 choices',
    draft: {
      prompt: 'At the end of the garden there was',
      numbers: { n: '24', max_tokens: '16', temperature: '0.9' },
    },
    view: 'write',
  },
  {
    title: 'Ban the word “the”',
    draft: {
      prompt: 'Once upon a time',
      numbers: { max_tokens: '80' },
      // " the" and "The" of the embedded model.
      logit_bias: [
        { token: '259', bias: '-100' },
        { token: '386', bias: '-100' },
      ],
    },
    view: 'write',
    isForEmbedded: true,
  },
  {
    title: 'X-ray a prompt',
    draft: { prompt: 'The fox went to the river. The fox zxqv to the river.' },
    view: 'labs',
  },
  {
    title: 'Compare two temperatures',
    draft: { prompt: 'Once upon a time', numbers: { max_tokens: '60' } },
    view: 'compare',
  },
];

/** Run at once only on the embedded service, where nothing costs money. */
export function Examples({ onRun }: { onRun: () => void }) {
  const client = useClient();
  const isEmbedded = useEmbedded();
  const chosen = useDraft((state) => state.draft.model);
  const { model, models } = useModel(chosen);
  const listed = models.find(({ id }) => id === model);
  const instead = isEmbedded ? defaultModel(models) : undefined;
  const answering = listed && isSampleModel(listed) ? instead : listed;
  // Known before the list is: the sentence must not grow later.
  const isTale = answering === undefined ? chosen === '' : answering === instead;
  const { changeSearch } = useSearchState();

  function open({ draft, view }: Example): void {
    const filled = { ...emptyDraft, model: chosen, ...draft };
    // Not `changeDraft`: what the example leaves out is not sent.
    replaceDraft(filled, { how: 'example', isSent: isEmbedded && view === 'write' });
    changeSearch(view === 'labs' ? { view, lab: 'xray' } : { view });
    if (draft.logit_bias) requestAnimationFrame(showBias);
    if (view === 'compare') compare(isEmbedded ? client : null, { ...filled, model }).catch(() => undefined);
    else if (!isEmbedded) return;
    else if (view === 'write') onRun();
    else xray(client, { ...filled, model }).catch(() => undefined);
  }

  return (
    <section aria-label="Examples" className="grid gap-3 font-sans text-base text-muted">
      <p>
        {isEmbedded
          ? `A tiny model on this machine answers here${isTale ? ' with children’s tales' : ''}. `
          : answering && `${modelName(answering)} answers here. `}
        <button type="button" onClick={openConnections} className="text-act hover:underline">
          {isEmbedded ? 'Connect a hosted service' : 'Change the connection'}
        </button>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-dense">{isEmbedded ? 'Try' : 'Fill in'}</span>
        {examples
          .filter(({ isForEmbedded = false }) => isEmbedded || !isForEmbedded)
          .map((example) => (
            <Button key={example.title} onClick={() => open(example)}>
              {example.title}
            </Button>
          ))}
      </div>
    </section>
  );
}

/** It explains the answer, and is the last of the parameters. */
function showBias(): void {
  document.querySelector('[data-field=logit_bias]')?.scrollIntoView({ block: 'nearest' });
}

// Its view reports a failed chunk.
async function xray(client: Client, draft: Draft): Promise<void> {
  const { startXray } = await chunk(() => import('#pages/playground/labs/XrayLab.tsx'));
  startXray(client, draft);
}

async function compare(client: Client | null, draft: Draft): Promise<void> {
  const { compareTemperatures } = await chunk(() => import('#pages/playground/compare/columns-store.ts'));
  compareTemperatures(client, draft);
}
