// The two ways to read the table of commands: by typing, or by key. Loaded together when one of them opens.
import { CommandPalette } from './CommandPalette.tsx';
import { KeyMap } from './KeyMap.tsx';

/** What the dialog of commands or of keys holds. */
export function CommandList({ of, onDone }: { of: 'commands' | 'keys'; onDone: () => void }) {
  return of === 'keys' ? <KeyMap /> : <CommandPalette onDone={onDone} />;
}
