// Commands and keyboard shortcuts: one table for bindings, key help and palette.
import { useEffect, useLayoutEffect, useRef } from 'react';

export interface Command {
  readonly title: string;
  /** Alternatives as `Mod+Enter`, separated by a space; a command without one is only in the palette. */
  readonly keys?: string;
  /** Nothing to do now. Escape then goes to the next command; other keys do nothing. */
  readonly isOff?: boolean;
  /** Also while typing, and while a dialog is open. */
  readonly isEverywhere?: boolean;
  /** Runs again on key repeat; anything that may cost money must run once. */
  readonly repeats?: boolean;
  /** Listed in the palette once per request field. */
  readonly isOfFields?: boolean;
  readonly run: (field: string) => void;
}

const sources: { readonly current: readonly Command[] }[] = [];

/** Registers commands while mounted. For the same key, the newer component wins. */
export function useCommands(commands: readonly Command[]): void {
  const source = useRef(commands);
  useLayoutEffect(() => {
    source.current = commands;
  });
  useEffect(() => {
    sources.unshift(source);
    return () => void sources.splice(sources.indexOf(source), 1);
  }, []);
}

/** All registered commands, newest first. */
export function commandsNow(): readonly Command[] {
  return sources.flatMap(({ current }) => current);
}

/** Runs the command for a key. A field, a popover and a dialog take precedence. */
export function handleCommandKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const meant = commandsNow().filter(
    (each) =>
      each.keys?.split(' ').some((chord) => isChord(chord, event)) &&
      (each.isEverywhere === true || !isTaken(event)),
  );
  const command = meant.find(({ isOff }) => isOff !== true);
  if (meant.length > 0 && (command || event.key !== 'Escape')) event.preventDefault();
  if (command && (!event.repeat || command.repeats === true)) command.run('');
}

/** `Mod` is Ctrl or the command key. A symbol may need Shift; for a letter, Shift must be named. */
export function isChord(
  chord: string,
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): boolean {
  const parts = chord.toLowerCase().split('+');
  const key = parts.at(-1);
  const isMod = parts.includes('mod') ? event.ctrlKey || event.metaKey : event.ctrlKey;
  return (
    event.key.toLowerCase() === key &&
    isMod === (parts.includes('mod') || parts.includes('control')) &&
    (parts.includes('mod') || !event.metaKey) &&
    event.altKey === parts.includes('alt') &&
    (event.shiftKey === parts.includes('shift') || /^[^a-z]$/.test(key))
  );
}

/** True if an overlay or a text field wants the key. */
function isTaken({ key, target }: KeyboardEvent): boolean {
  const onTop = key === 'Escape' ? 'dialog:modal, :popover-open' : 'dialog:modal';
  return document.querySelector(onTop) !== null || (key.length === 1 && takesText(target));
}

function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return !target.readOnly;
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'range', 'button'].includes(target.type);
  return target instanceof HTMLSelectElement || (target instanceof HTMLElement && target.isContentEditable);
}
