// Keyboard shortcut labels of the user's platform.

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** `Mod`: Ctrl, or Apple's command key. */
const names: Readonly<Record<string, string>> = {
  Mod: isApple ? '⌘' : 'Ctrl',
  Control: 'Ctrl',
  Enter: '⏎',
  Escape: 'Esc',
  Shift: '⇧',
};

/** `Ctrl ⏎` for `Mod+Enter`. */
export function chordWords(keys: string): string {
  return keys
    .split(' ')
    .map((chord) =>
      chord
        .split(/\+(?=.)/)
        .map((key) => names[key] ?? key)
        .join(' '),
    )
    .join(' or ');
}

/** Hidden on touch screens. */
export function Kbd({ keys, plain = false }: { keys: string; plain?: boolean }) {
  const frame = plain ? 'font-regular' : 'rounded-[3px] border border-line px-1.5 text-muted';
  return (
    <kbd className={`font-mono text-label whitespace-nowrap pointer-coarse:hidden ${frame}`}>
      {chordWords(keys)}
    </kbd>
  );
}
