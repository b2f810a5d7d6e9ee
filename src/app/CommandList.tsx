// Lazy chunk of command palette and keyboard help.
import { CommandPalette } from './CommandPalette.tsx';
import { KeyMap } from './KeyMap.tsx';

export function CommandList({ of, onDone }: { of: 'commands' | 'keys'; onDone: () => void }) {
  return of === 'keys' ? <KeyMap /> : <CommandPalette onDone={onDone} />;
}
