// A token that can be gone on from: its text with everything visible, as a button.
import { endsInHalf } from '#pages/playground/tokens/prefix.ts';
import { toVisibleToken } from '#pages/playground/tokens/visible-text.ts';

interface TokenChoiceProps {
  text: string;
  isSpecial: boolean;
  /** Stop of the ember ramp; 0 for none. */
  stop: number;
  /** What the text would be added to. */
  prompt: string;
  onChoose: (text: string) => void;
}

/** A token that adds no text, or half of a character, is shown and cannot be chosen. */
export function TokenChoice({ text, isSpecial, stop, prompt, onChoose }: TokenChoiceProps) {
  const why = reasonAgainst(text, isSpecial, prompt);
  const shown = toVisibleToken(text) || (isSpecial ? 'end of the text' : 'no text');
  return (
    <button
      type="button"
      disabled={why !== null}
      title={why ?? 'Go on from here with this token'}
      onClick={() => onChoose(text)}
      style={stop === 0 ? undefined : { backgroundColor: `var(--ember-${stop})` }}
      className="min-w-0 truncate rounded-token px-1 font-mono text-token enabled:text-text enabled:underline enabled:decoration-line enabled:underline-offset-4 enabled:hover:decoration-act disabled:text-text disabled:italic"
    >
      <bdi>{shown}</bdi>
    </button>
  );
}

function reasonAgainst(text: string, isSpecial: boolean, prompt: string): string | null {
  if (isSpecial) return 'A special token: it adds no text.';
  if (text === '') return 'The service gave it no text.';
  if (endsInHalf(prompt + text)) return 'It ends in half of a character.';
  return null;
}
