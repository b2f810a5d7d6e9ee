// The text of a field that is on screen at once, while what it changes follows when it can.
import { useState } from 'react';

/** What a field shows, and what it has told that has not come back as its value yet, oldest first. */
export interface Draft<Value> {
  readonly text: string;
  readonly told: readonly Value[];
  readonly value: Value;
}

/** After typing: the text is shown, and what it means is on its way. */
export function typeDraft<Value>(draft: Draft<Value>, text: string, meant: Value): Draft<Value> {
  // What is the value already brings no change that could come back.
  const isOnWay = draft.told.length > 0 || meant !== draft.value;
  return { ...draft, text, told: isOnWay ? [...draft.told, meant] : draft.told };
}

/** After another value has come: an answer to what was told here leaves the text, anything else replaces it. */
export function receiveValue<Value>(draft: Draft<Value>, value: Value, text: string): Draft<Value> {
  const at = draft.told.indexOf(value);
  return at === -1 ? { text, told: [], value } : { ...draft, told: draft.told.slice(at + 1), value };
}

/** The text of a field: typed here, and taken over when the value is changed from elsewhere (undo, an address). */
export function useDraftText(
  value: string,
  onValue: (text: string) => void,
): readonly [string, (text: string) => void] {
  const [text, setText] = useDraft(value, value);
  return [
    text,
    (next) => {
      setText(next, next);
      onValue(next);
    },
  ];
}

/** @param written how the value reads where it came from elsewhere */
export function useDraft<Value>(
  value: Value,
  written: string,
): readonly [string, (text: string, meant: Value) => void] {
  const [draft, setDraft] = useState<Draft<Value>>({ text: written, told: [], value });
  const now = draft.value === value ? draft : receiveValue(draft, value, written);
  if (now !== draft) setDraft(now);
  return [now.text, (text, meant) => setDraft((before) => typeDraft(before, text, meant))];
}
