// What can be done on the page at hand, and by which keys: one table binds them, is what `?` shows and what Ctrl+K finds.
import { useEffect, useLayoutEffect, useRef } from 'react';

/** One act. */
export interface Command {
  readonly title: string;
  /** Chords as `Mod+Enter`, with a space between two; an act without one is found by Ctrl+K. */
  readonly keys?: string;
  /** There is nothing to do now. Escape is then the next one's; any other key of it does nothing. */
  readonly isOff?: boolean;
  /** Also while one types, and while a dialog is open. */
  readonly isEverywhere?: boolean;
  /** A held key does it again and again; what may cost money happens once. */
  readonly repeats?: boolean;
  /** The palette offers it once for each field of a request. */
  readonly isOfFields?: boolean;
  readonly run: (field: string) => void;
}

const sources: { readonly current: readonly Command[] }[] = [];

/** Offers acts while the component is mounted. Where two have the same key, it is that of the newer component. */
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

/** The table as it is now, the newest first. */
export function commandsNow(): readonly Command[] {
  return sources.flatMap(({ current }) => current);
}

/** Does what a key stands for. A field, a popover and a dialog come first. */
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

/** Whether these keys are pressed: `Mod` is Ctrl or the command key. A sign may need Shift, a letter says so. */
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

/** Whether something on top of the page wants the key, or the text that is being typed. */
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
