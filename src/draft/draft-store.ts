// Draft store per tab, with debounced storage, fill with undo, field focus.
import { create } from 'zustand';
import type { NumberField } from '#api/schema/request-fields.ts';
import { storedByTab } from '#lib/stored.ts';
import { Draft, emptyDraft } from './draft.ts';

/** Debounce in milliseconds. */
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
  /** False if the last write to storage failed. */
  readonly isKept: boolean;
}

/** Survives a reload, a closed tab and other pages. Each tab has its own, as it has its own position in history. */
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

// A reload or a closed tab does not wait for the debounce.
addEventListener('pagehide', () => {
  if (pending !== undefined) write();
});

export function changeDraft(change: Partial<Draft>): void {
  useDraft.setState(({ draft }) => ({ draft: { ...draft, ...change } }));
}

/** Empty text removes the field from the request. */
export function changeNumber(name: NumberField, text: string): void {
  const { [name]: _, ...others } = useDraft.getState().draft.numbers;
  changeDraft({ numbers: text.trim() === '' ? others : { ...others, [name]: text } });
}

/**
 * Origin of a draft that was not typed. `runId` and `lane` name the run and choice it continues, `token` the first
 * token replaced.
 */
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

/** The latest fill, with the draft before it for undo. */
export interface Filling {
  readonly origin: DraftOrigin;
  readonly before: Draft;
  readonly draft: Draft;
}

/** null until the draft is first filled by something other than typing. */
export const useFilling = create<{ readonly filling: Filling | null }>(() => ({ filling: null }));

/** Changes some fields and records the origin. Sends nothing. */
export function fillDraft(change: Partial<Draft>, origin: DraftOrigin): void {
  replaceDraft({ ...useDraft.getState().draft, ...change }, origin);
}

/** Replaces the whole draft and records the origin: fields that are absent are no longer sent. Sends nothing. */
export function replaceDraft(draft: Draft, origin: DraftOrigin): void {
  useFilling.setState({ filling: { origin, before: useDraft.getState().draft, draft } });
  useDraft.setState({ draft });
}

/** Attribute for the element that holds only this field's control. `field` is the wire name. */
export function fieldMark(field: string): { readonly 'data-field': string } {
  return { 'data-field': field };
}

/** Focuses the control of a marked element: a text input, else the first button. A no-op if there is none. */
export function focusField(field: string, within: ParentNode = document): void {
  const mark = `[data-field="${CSS.escape(field)}"]`;
  const control =
    within.querySelector(`${mark} :is(input, textarea):not([type="range"])`) ??
    within.querySelector(`${mark} button`);
  if (!(control instanceof HTMLElement)) return;
  // Errors show on blur: blur a control that already has the focus.
  if (document.activeElement === control) control.blur();
  control.focus();
}

/** Whether the field's element is rendered and visible, not hidden by what covers it. */
export function isSeen(field: string): boolean {
  const mark = document.querySelector(`[data-field="${CSS.escape(field)}"]`);
  return mark?.checkVisibility({ visibilityProperty: true }) === true;
}
