// Word-by-word difference of two answers.
import { useMemo } from 'react';
import { diffWords } from '#lib/word-diff.ts';
import { WordDiff } from '#ui/WordDiff.tsx';

/** @param name as "column 1" */
export function DifferenceText({ first, second, name }: { first: string; second: string; name: string }) {
  const parts = useMemo(() => diffWords(first, second), [first, second]);
  if (parts === null)
    return (
      <p className="font-sans text-base text-muted">Too different from {name} for a word-by-word diff.</p>
    );
  return (
    <div
      role="group"
      dir="auto"
      aria-label={`Differences from ${name}`}
      className="wrap-anywhere whitespace-pre-wrap"
    >
      <WordDiff parts={parts} />
    </div>
  );
}
