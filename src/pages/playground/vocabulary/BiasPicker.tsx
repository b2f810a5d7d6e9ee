// Finds a token by its text among those that the model's answers have shown.
import { useMemo } from 'react';
import { PickerList } from '#ui/PickerList.tsx';
import { Empty, Loading } from '#ui/States.tsx';
import { findTokens, tokenOptions } from './token-options.ts';
import { useVocabulary } from './use-vocabulary.ts';

/** No tokenizer is at hand: what no answer has shown is not in the list. */
export function BiasPicker({ onPick }: { onPick: (id: string) => void }) {
  const { tokens, count, isLoading, model } = useVocabulary();
  // The map grows in place: its count says when the list is another.
  const groups = useMemo(() => (count === 0 ? [] : tokenOptions(tokens)), [tokens, count]);
  if (isLoading && count === 0) {
    return (
      <div className="p-3">
        <Loading />
      </div>
    );
  }
  if (count === 0) {
    return (
      <div className="p-3">
        <Empty title="No tokens known yet">
          <p>
            Each answer of {model || 'the model'} teaches which text its ids stand for. Run something first.
          </p>
        </Empty>
      </div>
    );
  }
  return (
    <>
      <PickerList label="Text of a token" groups={groups} find={findTokens} onPick={onPick} />
      <p className="border-t border-line px-3 py-2 text-dense text-muted">
        A word with a space before it (·) is another token than the word alone; a long word may be several.
      </p>
    </>
  );
}
