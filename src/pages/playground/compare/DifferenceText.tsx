// Word-by-word difference of two answers.
import { useMemo } from 'react';
import { diffWords } from '#lib/word-diff.ts';

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
      {parts.map(({ kind, text }, index) => {
        const key = `${index} ${kind}`;
        if (kind === 'same') return <span key={key}>{text}</span>;
        const Part = kind === 'added' ? 'ins' : 'del';
        return (
          <Part key={key} className={look[kind]}>
            {text}
          </Part>
        );
      })}
    </div>
  );
}

const look = {
  added: 'rounded-token bg-tint decoration-act underline underline-offset-4',
  removed: 'text-faint line-through',
} as const;
