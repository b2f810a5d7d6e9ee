// Words that a second text adds and removes.
import type { DiffPart } from '#lib/word-diff.ts';

export function WordDiff({ parts }: { parts: readonly DiffPart[] }) {
  return parts.map(({ kind, text }, index) => {
    const key = `${index} ${kind}`;
    if (kind === 'same') return <span key={key}>{text}</span>;
    const Part = kind === 'added' ? 'ins' : 'del';
    return (
      <Part key={key} className={diffLook[kind]}>
        {text}
      </Part>
    );
  });
}

export const diffLook = {
  removed: 'text-muted line-through decoration-edge',
  added: 'rounded-token bg-tint font-medium underline decoration-act decoration-2 underline-offset-3',
} as const;
