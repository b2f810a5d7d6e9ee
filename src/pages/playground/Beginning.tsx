// What an empty playground offers: one beginning to try.
import { Button } from '#ui/Button.tsx';
import { changeDraft } from './draft-store.ts';

const beginning = 'Once upon a time there was a fox';

/** Fills the prompt, and leaves the rest to the person. */
export function Beginning() {
  return (
    <p className="font-sans text-base">
      <Button onClick={() => changeDraft({ prompt: beginning })}>Try “{beginning}”</Button>
    </p>
  );
}
