// Two texts word by word: what is in both, what only in the one, what only in the other.
import { diffWordsWithSpace } from 'diff';

/** A part of both texts, or of one of them. */
interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Milliseconds after which two texts count as wholly different. */
const patienceMs = 400;

/** Removed parts with the same parts give the first text, added ones with them the second, to the letter. */
export function diffTexts(before: string, after: string): DiffPart[] {
  const changes = diffWordsWithSpace(before, after, { timeout: patienceMs });
  // So different that searching on would freeze the page.
  if (changes === undefined)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  return phrases(
    changes.map(({ value, added, removed }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    })),
  );
}

/** Words that differ with nothing but spaces between them are one phrase, removed and added as a whole. */
function phrases(parts: readonly DiffPart[]): DiffPart[] {
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
