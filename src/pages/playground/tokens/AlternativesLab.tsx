// Alternatives lab: next-token samples.
import { changeDraft, useDraft, fillDraft } from '#draft/draft-store.ts';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { endsInHalf } from '#run/token.ts';
import { Empty, Failed, Loading } from '#ui/States.tsx';
import { useGrowing } from '#ui/Field.tsx';
import { AlternativesPanel } from './AlternativesPanel.tsx';

export function AlternativesLab() {
  const draft = useDraft((state) => state.draft);
  const { model, isLoading } = useModel(draft.model);
  const { prompt } = draft;
  const field = useGrowing();
  return (
    <div className="grid max-w-prose gap-4">
      <textarea
        ref={field}
        aria-label="Prompt"
        dir="auto"
        value={prompt}
        onChange={(event) => changeDraft({ prompt: event.currentTarget.value })}
        placeholder="Write the beginning."
        spellCheck={false}
        rows={3}
        className="field-sizing-content max-h-60 w-full resize-none rounded-control border border-line bg-bg px-3 py-2 font-mono text-token wrap-anywhere whitespace-pre-wrap"
      />
      {isLoading && <Loading />}
      {!isLoading && model === '' && (
        <Empty title="No model yet">
          <p>Choose a model in the Write view; its next tokens appear here.</p>
        </Empty>
      )}
      {endsInHalf(prompt) && <Failed title="The prompt ends in the middle of a character." />}
      {model !== '' && prompt !== '' && !endsInHalf(prompt) && (
        <AlternativesPanel
          model={model}
          prompt={prompt}
          answerToken={null}
          sent={[]}
          hasPageKeys
          onChoose={(text) => fillDraft({ prompt: prompt + text }, { how: 'alternative' })}
        />
      )}
    </div>
  );
}
