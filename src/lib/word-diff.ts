// Word-by-word difference of two texts.
import { diffWordsWithSpace } from 'diff';

interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Beyond this many changed words the search takes longer than a click may. */
const maxEdits = 1000;

/** Same and removed parts spell the first text, same and added ones the second; null where the texts differ too much. */
export function diffWords(before: string, after: string): readonly DiffPart[] | null {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: maxEdits });
  if (changes === undefined) return null;
  return joinPhrases(
    changes.map(({ value, added, removed }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    })),
  );
}

/** Joins changed words with only spaces between them into one phrase. */
function joinPhrases(parts: readonly DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = [];
  let removed = '';
  let added = '';
  const close = () => {
    if (removed !== '') joined.push({ kind: 'removed', text: removed });
    if (added !== '') joined.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  for (const [index, { kind, text }] of parts.entries()) {
    const isBetween = removed !== '' && added !== '' && text.trim() === '' && index < parts.length - 1;
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (isBetween) {
      removed += text;
      added += text;
    } else {
      close();
      joined.push({ kind, text });
    }
  }
  close();
  return joined;
}
