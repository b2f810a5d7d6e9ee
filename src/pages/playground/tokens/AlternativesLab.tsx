// Alternatives lab: next-token samples.
import { useDraft, fillDraft } from '#draft/draft-store.ts';
import { ModelPicker } from '#pages/playground/parameters/ModelPicker.tsx';
import { PromptField } from '#pages/playground/parameters/PromptField.tsx';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { endsInHalf } from '#run/token.ts';
import { Field } from '#ui/Field.tsx';
import { Empty, Failed, Loading } from '#ui/States.tsx';
import { AlternativesPanel } from './AlternativesPanel.tsx';

export function AlternativesLab() {
  const draft = useDraft((state) => state.draft);
  const { model, models, isLoading } = useModel(draft.model);
  const { prompt } = draft;
  return (
    <div className="grid max-w-prose gap-4">
      <PromptField />
      <Field label="Model">
        <ModelPicker value={model} models={models} />
      </Field>
      {isLoading && <Loading />}
      {!isLoading && model === '' && (
        <Empty title="No model yet">
          <p>Choose a model; its next tokens appear here.</p>
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
