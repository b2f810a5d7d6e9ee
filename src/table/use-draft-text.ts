// A text that is on screen at once, while what it changes follows when it can.
import { useState } from 'react';

/** The text of a field: typed here, and taken over when the value is changed from elsewhere (undo, an address). */
export function useDraftText(
  value: string,
  onValue: (text: string) => void,
): readonly [string, (text: string) => void] {
  const [draft, setDraft] = useState({ text: value, told: value, seen: value });
  let { text } = draft;
  if (draft.seen !== value) {
    // What was told from here comes back later; only what somebody else said replaces the text.
    if (value !== draft.told) text = value;
    setDraft({ text, told: value === draft.told ? draft.told : value, seen: value });
  }
  return [
    text,
    (next) => {
      setDraft({ text: next, told: next, seen: draft.seen });
      onValue(next);
    },
  ];
}
