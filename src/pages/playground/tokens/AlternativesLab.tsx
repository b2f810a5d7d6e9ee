// Alternatives lab: next-token samples.
import { changeDraft, useDraft, fillDraft } from '#draft/draft-store.ts';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { endsInHalf } from '#run/token.ts';
import { Empty, Failed, Loading } from '#ui/States.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { AlternativesPanel } from './AlternativesPanel.tsx';

export function AlternativesLab() {
  const draft = useDraft((state) => state.draft);
  const { model, isLoading } = useModel(draft.model);
  const { prompt } = draft;
  return (
    <div className="grid max-w-prose gap-4">
      <TextArea
        aria-label="Prompt"
        value={prompt}
        onValue={(text) => changeDraft({ prompt: text })}
        placeholder="Write the beginning."
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
          isLab
          onChoose={(text) => fillDraft({ prompt: prompt + text }, { how: 'alternative' })}
        />
      )}
    </div>
  );
}
