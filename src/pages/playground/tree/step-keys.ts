// Which keys step through history, and where they belong to the text that is being typed.

/** What a key asks for; null where it asks for nothing here. */
export function stepOfKey(
  event: Pick<
    KeyboardEvent,
    'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'repeat'
  >,
): 'undo' | 'redo' | 'again' | null {
  const { altKey, shiftKey } = event;
  const isMod = event.ctrlKey || event.metaKey;
  if (event.isComposing) return null;
  // Held down, a key steps on and on, but what costs money happens once.
  if (event.key === 'Enter') return altKey && !isMod && !shiftKey && !event.repeat ? 'again' : null;
  if (!isMod || altKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return shiftKey ? 'redo' : 'undo';
  return key === 'y' && event.ctrlKey && !shiftKey ? 'redo' : null;
}

/** Whether typing goes there, so that undo is about the typing first. */
export function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return !target.readOnly;
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'range', 'button'].includes(target.type);
  return target instanceof HTMLElement && target.isContentEditable;
}
