// Word-by-word differences of two answers.
import { useMemo } from 'react';
import { diffWords } from '#lib/word-diff.ts';
import { WordDiff } from '#ui/WordDiff.tsx';
import { type ChoiceTexts, pairChoices } from './choice-pairs.ts';

interface DifferenceTextsProps {
  first: ChoiceTexts;
  second: ChoiceTexts;
  /** Of the first, as "column 1". */
  name: string;
}

export function DifferenceTexts({ first, second, name }: DifferenceTextsProps) {
  const areSeveral = first.size > 1 || second.size > 1;
  return (
    <div className="grid gap-5">
      {pairChoices(first, second).map(({ index, against, ...texts }) => {
        const other = areSeveral ? `choice ${against} of ${name}` : name;
        return (
          <div key={index} className="min-w-0">
            {areSeveral && (
              <p className="mb-1 border-b border-line font-sans text-label text-faint">
                choice {index} · diff with {other}
              </p>
            )}
            <DifferenceText
              {...texts}
              name={other}
              label={`Differences${second.size > 1 ? ` of choice ${index}` : ''} from ${other}`}
            />
          </div>
        );
      })}
    </div>
  );
}

interface DifferenceTextProps {
  first: string;
  second: string;
  name: string;
  label: string;
}

function DifferenceText({ first, second, name, label }: DifferenceTextProps) {
  const parts = useMemo(() => diffWords(first, second), [first, second]);
  if (parts === null)
    return (
      <p className="font-sans text-base text-muted">Too different from {name} for a word-by-word diff.</p>
    );
  return (
    <div role="group" dir="auto" aria-label={label} className="wrap-anywhere whitespace-pre-wrap">
      <WordDiff parts={parts} />
    </div>
  );
}
