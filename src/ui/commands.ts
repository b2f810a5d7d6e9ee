// Commands and keyboard shortcuts.
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';

export interface Command {
  readonly title: string;
  /** As `Mod+Enter`, alternatives after a space; absent: only in the palette. */
  readonly keys?: string;
  /** Escape then goes to the next command; other keys do nothing. */
  readonly isOff?: boolean;
  /** While typing and in dialogs, too. */
  readonly isEverywhere?: boolean;
  /** A text field whose own key it takes. */
  readonly takesFrom?: (field: EventTarget | null) => boolean;
  /** On key repeat; not for what may cost money. */
  readonly repeats?: boolean;
  /** Listed per request field. */
  readonly isOfFields?: boolean;
  readonly run: (field: string) => void;
}

const sources: { readonly current: readonly Command[] }[] = [];
const listeners = new Set<() => void>();
let changes = 0;

/** The newer component wins a key. */
export function useCommands(commands: readonly Command[]): void {
  const source = useRef(commands);
  useLayoutEffect(() => {
    source.current = commands;
  });
  useLayoutEffect(() => {
    sources.unshift(source);
    return () => {
      sources.splice(sources.indexOf(source), 1);
      noteChange();
    };
  }, []);
  const on = commands.flatMap(({ title, isOff }) => (isOff === true ? [] : title)).join('\n');
  useLayoutEffect(noteChange, [on]);
}

/** Renders again when a command appears, is turned on or off, or goes. */
export function useCommandChanges(): void {
  useSyncExternalStore(subscribe, () => changes);
}

function noteChange(): void {
  changes++;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Newest first. */
export function commandsNow(): readonly Command[] {
  return sources.flatMap(({ current }) => current);
}

/** Fields, popovers and dialogs take precedence. */
export function handleCommandKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const meant = commandsNow().filter(
    (each) =>
      each.keys?.split(' ').some((chord) => isChord(chord, event)) &&
      (each.isEverywhere === true || each.takesFrom?.(event.target) === true || !isTaken(event)),
  );
  const command = meant.find(({ isOff }) => isOff !== true);
  if (meant.length > 0 && (command || event.key !== 'Escape')) event.preventDefault();
  if (command && (!event.repeat || command.repeats === true)) command.run('');
}

/** A symbol may need Shift; for a letter, Shift must be named. */
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
