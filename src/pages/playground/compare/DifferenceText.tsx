// A text as it differs from another one, word by word: added words underlined, missing ones struck through.
import { useMemo } from 'react';
import { wordDifference } from './word-difference.ts';

/** Both texts are over. `name` says what it is compared with, as "column 1". */
export function DifferenceText({ first, second, name }: { first: string; second: string; name: string }) {
  const stretches = useMemo(() => wordDifference(first, second), [first, second]);
  if (stretches === null) {
    return (
      <p className="font-sans text-base text-muted">Differs too much from {name} to be shown word by word.</p>
    );
  }
  return (
    <div role="group" aria-label={`Differences from ${name}`} className="wrap-anywhere whitespace-pre-wrap">
      {stretches.map(({ start, text, in: where }) => {
        if (where === 'second') {
          return (
            <ins key={start} className="rounded-token bg-tint decoration-act underline underline-offset-4">
              {text}
            </ins>
          );
        }
        if (where === 'first') {
          return (
            <del key={start} className="text-faint line-through">
              {text}
            </del>
          );
        }
        return <span key={start}>{text}</span>;
      })}
    </div>
  );
}
