// Draft store per tab.
import { create } from 'zustand';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { NumberField } from '#api/schema/request-fields.ts';
import { storedByTab } from '#lib/stored.ts';
import { Draft, emptyDraft, readDraft, type DraftReading } from './draft.ts';

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
  readonly isStored: boolean;
}

/** Per tab; survives a reload or a closed tab. */
export const useDraft = create<DraftState>(() => ({ draft: entry.read(), isStored: true }));

let pending: ReturnType<typeof setTimeout> | undefined;

function write(): void {
  clearTimeout(pending);
  pending = undefined;
  useDraft.setState({ isStored: entry.write(useDraft.getState().draft) });
}

useDraft.subscribe(({ draft }, before) => {
  if (draft === before.draft) return;
  clearTimeout(pending);
  pending = setTimeout(write, quietMs);
});

addEventListener('pagehide', () => {
  if (pending !== undefined) write();
});

const readings = new WeakMap<Draft, { readonly model: string; readonly reading: DraftReading }>();

// Many parts read the same draft.
function read(draft: Draft, model: string): DraftReading {
  const known = readings.get(draft);
  if (known?.model === model) return known.reading;
  const reading = readDraft({ ...draft, model });
  readings.set(draft, { model, reading });
  return reading;
}

/** @param model in effect, even if the draft names none */
export function useReading(model: string): DraftReading {
  return read(
    useDraft(({ draft }) => draft),
    model,
  );
}

export function useNextRequest(model: string): CompletionRequest | null {
  const reading = useReading(model);
  return reading.ok ? reading.request : null;
}

/** Includes unrendered changes. @param model for a draft that names none */
export function readingNow(model: string): DraftReading {
  const { draft } = useDraft.getState();
  return read(draft, draft.model || model);
}

export function changeDraft(change: Partial<Draft>): void {
  useDraft.setState(({ draft }) => ({ draft: { ...draft, ...change } }));
}

/** Empty text removes the field. */
export function changeNumber(name: NumberField, text: string): void {
  const { [name]: _, ...others } = useDraft.getState().draft.numbers;
  changeDraft({ numbers: text.trim() === '' ? others : { ...others, [name]: text } });
}

/** `runId` and `choice`: what it continues; `token`: the first token replaced; `isSent`: it runs at once. */
export type DraftOrigin =
  | {
      readonly how: 'continued' | 'resumed';
      readonly runId: number;
      readonly choice: number;
      readonly isSent?: true;
    }
  | {
      readonly how: 'branched';
      readonly runId: number;
      readonly choice: number;
      readonly token: number;
      readonly isSent?: true;
    }
  | {
      readonly how:
        | 'link'
        | 'preset'
        | 'lab'
        | 'history'
        | 'recording'
        | 'comparison'
        | 'alternative'
        | 'row'
        | 'new';
    }
  | { readonly how: 'example'; readonly isSent: boolean };

/** `before` is for undo. */
export interface Filling {
  readonly origin: DraftOrigin;
  readonly before: Draft;
  readonly draft: Draft;
}

/** Null before anything but typing fills the draft. */
export const useFilling = create<{ readonly filling: Filling | null }>(() => ({ filling: null }));

export function fillDraft(change: Partial<Draft>, origin: DraftOrigin): void {
  replaceDraft({ ...useDraft.getState().draft, ...change }, origin);
}

/** Absent fields are no longer sent. */
export function replaceDraft(draft: Draft, origin: DraftOrigin): void {
  useFilling.setState({ filling: { origin, before: useDraft.getState().draft, draft } });
  useDraft.setState({ draft });
}

/** `field`: wire name. The element must hold only its control. */
export function fieldMark(field: string): { readonly 'data-field': string } {
  return { 'data-field': field };
}

/** What is marked wrong, else a text input, else the first button, if any. */
export function focusField(field: string, within: ParentNode = document): HTMLElement | null {
  const find = (part: string) =>
    within.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"] ${part}`);
  const control =
    find('[aria-invalid=true]') ??
    find(':is(input, textarea):not([type=range], [type=radio]:not(:checked))') ??
    find('button');
  // Errors show on blur.
  control?.blur();
  control?.focus();
  // As the Tab key does, but not of the prompt.
  if (control instanceof HTMLInputElement) control.select();
  requestAnimationFrame(() => find('[role=alert]')?.scrollIntoView({ block: 'nearest' }));
  return control;
}

/** Rendered, and not behind a phone's side panel. */
export function isSeen(field: string): boolean {
  const mark = document.querySelector(`[data-field="${CSS.escape(field)}"]`);
  return mark?.checkVisibility({ visibilityProperty: true }) === true;
}
