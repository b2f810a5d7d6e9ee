// The draft while it is edited: survives a reload, a closed tab and another page. Each tab has its own, as it has its own place in history.
import { create } from 'zustand';
import { storedByTab } from '#lib/stored.ts';
import { Draft, emptyDraft } from './draft.ts';
import type { NumberField } from '#api/schema/request-fields.ts';

/** Milliseconds of quiet after which what was typed is written down. */
const quietMs = 250;

const entry = storedByTab(
  {
    key: 'inferdeck.draft',
    version: 1,
    parse: (value) => Draft.safeParse(value).data ?? null,
    fallback: emptyDraft,
  },
  { tab: () => sessionStorage, browser: () => localStorage },
);

interface DraftState {
  readonly draft: Draft;
  /** False while the browser refuses to write the draft down. */
  readonly isKept: boolean;
}

/** The draft and the ways to change it. */
export const useDraft = create<DraftState>(() => ({ draft: entry.read(), isKept: true }));

let pending: ReturnType<typeof setTimeout> | undefined;

function write(): void {
  clearTimeout(pending);
  pending = undefined;
  useDraft.setState({ isKept: entry.write(useDraft.getState().draft) });
}

useDraft.subscribe(({ draft }, before) => {
  if (draft === before.draft) return;
  clearTimeout(pending);
  pending = setTimeout(write, quietMs);
});

// A reload or a closed tab does not wait for the quiet.
addEventListener('pagehide', () => {
  if (pending !== undefined) write();
});

/** Changes some fields of the draft. */
export function changeDraft(change: Partial<Draft>): void {
  useDraft.setState(({ draft }) => ({ draft: { ...draft, ...change } }));
}

/** Sets the text of a number; empty text takes the field out of the request. */
export function changeNumber(name: NumberField, text: string): void {
  const { [name]: _, ...others } = useDraft.getState().draft.numbers;
  changeDraft({ numbers: text.trim() === '' ? others : { ...others, [name]: text } });
}
