// The draft while it is edited: survives a reload, a closed tab and another page. Each tab has its own, as it has its own place in history.
import { create } from 'zustand';
import type { NumberField } from '#api/schema/request-fields.ts';
import { storedByTab } from '#lib/stored.ts';
import { Draft, emptyDraft } from './draft.ts';

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

/** Where a draft came from, if it was not typed. `runId` is the run that it goes on from, `lane` the choice, `token` the first token that was replaced. */
export type DraftOrigin =
  | { readonly how: 'continued' | 'resumed'; readonly runId: number; readonly lane: number }
  | { readonly how: 'branched'; readonly runId: number; readonly lane: number; readonly token: number }
  | {
      readonly how:
        | 'link'
        | 'preset'
        | 'history'
        | 'recording'
        | 'comparison'
        | 'alternative'
        | 'row'
        | 'new';
    };

/** The newest filling: what was there before, so that it can be taken back, and where the new text came from. */
export interface Filling {
  readonly origin: DraftOrigin;
  readonly before: Draft;
  readonly draft: Draft;
}

/** Null until something but a person's typing filled the draft. */
export const useFilling = create<{ readonly filling: Filling | null }>(() => ({ filling: null }));

/** Changes some fields of the draft and remembers why. Nothing is ever sent by it. */
export function fillDraft(change: Partial<Draft>, origin: DraftOrigin): void {
  replaceDraft({ ...useDraft.getState().draft, ...change }, origin);
}

/** Makes the draft this one, whole: a field that it does not hold is not sent afterwards. Remembers why, and sends nothing. */
export function replaceDraft(draft: Draft, origin: DraftOrigin): void {
  useFilling.setState({ filling: { origin, before: useDraft.getState().draft, draft } });
  useDraft.setState({ draft });
}

/** Marks the element that holds the control of a field and none of another, by the field's wire name. */
export function fieldMark(field: string): { readonly 'data-field': string } {
  return { 'data-field': field };
}

/**
 * Focuses the control inside the marked element of the page or a part of it: where one types, else the first button. Nothing
 * happens where there is none.
 */
export function focusField(field: string, within: ParentNode = document): void {
  const mark = `[data-field="${CSS.escape(field)}"]`;
  const control =
    within.querySelector(`${mark} :is(input, textarea):not([type="range"])`) ??
    within.querySelector(`${mark} button`);
  if (!(control instanceof HTMLElement)) return;
  // What is wrong with a field is shown once it is left: sent there from inside, one has left it for a moment.
  if (document.activeElement === control) control.blur();
  control.focus();
}

/** Whether the marked element is in sight, and not taken away by what lies over it. */
export function isSeen(field: string): boolean {
  const mark = document.querySelector(`[data-field="${CSS.escape(field)}"]`);
  return mark?.checkVisibility({ visibilityProperty: true }) === true;
}
