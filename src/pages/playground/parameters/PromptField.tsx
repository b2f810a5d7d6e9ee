// Prompt of the draft, as a field of a lab.
import { changeDraft, fieldMark, useDraft } from '#draft/draft-store.ts';
import { VariablesHint } from './VariablesHint.tsx';
import { Field } from '#ui/Field.tsx';
import { TextArea } from '#ui/TextArea.tsx';

export function PromptField() {
  const prompt = useDraft(({ draft }) => draft.prompt);
  return (
    <div {...fieldMark('prompt')} className="max-w-[92ch]">
      <Field label="Prompt" hint="Shared with Write.">
        <TextArea value={prompt} onValue={(text) => changeDraft({ prompt: text })} rows={2} />
      </Field>
      <VariablesHint prompt={prompt} />
    </div>
  );
}
