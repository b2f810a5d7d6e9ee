// Draft store per tab, with debounced storage, fill with undo, field focus.
import { create } from 'zustand';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { NumberField } from '#api/schema/request-fields.ts';
import { storedByTab } from '#lib/stored.ts';
import { Draft, emptyDraft, readDraft, type DraftReading } from './draft.ts';

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

/** Survives a reload, a closed tab and other pages. Each tab has its own. */
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

// Do not wait for the debounce.
addEventListener('pagehide', () => {
  if (pending !== undefined) write();
});

const readings = new WeakMap<Draft, { readonly model: string; readonly reading: DraftReading }>();

// Many parts show the same draft: it is read once.
function read(draft: Draft, model: string): DraftReading {
  const known = readings.get(draft);
  if (known?.model === model) return known.reading;
  const reading = readDraft({ ...draft, model });
  readings.set(draft, { model, reading });
  return reading;
}

/** Rerenders with every change. @param model in effect, also if the draft names none */
export function useReading(model: string): DraftReading {
  return read(
    useDraft(({ draft }) => draft),
    model,
  );
}

/** As `useReading`; null while the draft is invalid. */
export function useNextRequest(model: string): CompletionRequest | null {
  const reading = useReading(model);
  return reading.ok ? reading.request : null;
}

/** Also what is not rendered yet. @param model for a draft that names none */
export function readingNow(model: string): DraftReading {
  const { draft } = useDraft.getState();
  return read(draft, draft.model || model);
}

export function changeDraft(change: Partial<Draft>): void {
  useDraft.setState(({ draft }) => ({ draft: { ...draft, ...change } }));
}

/** Empty text removes the field from the request. */
export function changeNumber(name: NumberField, text: string): void {
  const { [name]: _, ...others } = useDraft.getState().draft.numbers;
  changeDraft({ numbers: text.trim() === '' ? others : { ...others, [name]: text } });
}

/** `runId` and `choice` name the run and choice it continues, `token` the first token replaced. */
export type DraftOrigin =
  | { readonly how: 'continued' | 'resumed'; readonly runId: number; readonly choice: number }
  | { readonly how: 'branched'; readonly runId: number; readonly choice: number; readonly token: number }
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

/** `before` is for undo. */
export interface Filling {
  readonly origin: DraftOrigin;
  readonly before: Draft;
  readonly draft: Draft;
}

/** null until something other than typing fills the draft. */
export const useFilling = create<{ readonly filling: Filling | null }>(() => ({ filling: null }));

/** Sends nothing. */
export function fillDraft(change: Partial<Draft>, origin: DraftOrigin): void {
  replaceDraft({ ...useDraft.getState().draft, ...change }, origin);
}

/** Absent fields are no longer sent. Sends nothing. */
export function replaceDraft(draft: Draft, origin: DraftOrigin): void {
  useFilling.setState({ filling: { origin, before: useDraft.getState().draft, draft } });
  useDraft.setState({ draft });
}

/** `field` is the wire name. The element must hold only this field's control. */
export function fieldMark(field: string): { readonly 'data-field': string } {
  return { 'data-field': field };
}

/** A text input, else the first button. A no-op if there is none. */
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

/** Rendered, and not behind the side panel of a phone. */
export function isSeen(field: string): boolean {
  const mark = document.querySelector(`[data-field="${CSS.escape(field)}"]`);
  return mark?.checkVisibility({ visibilityProperty: true }) === true;
}
