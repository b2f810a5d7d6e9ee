// Labels of fine-tunes (note, tags, group), stored by service.
import * as z from 'zod/mini';
import { create } from 'zustand';
import '#api/schema/jitless.ts';
import { useServiceKey } from '#connection/use-client.ts';
import { stored } from '#lib/stored.ts';

export const maxNoteLength = 2_000;
export const maxTags = 20;
const maxWordLength = 80;

const Word = z.string().check(z.maxLength(maxWordLength));

export const Labels = z.object({
  note: z.string().check(z.maxLength(maxNoteLength)),
  tags: z.array(Word).check(z.maxLength(maxTags)),
  /** A group's runs are seeds of one experiment. */
  group: Word,
});

export type Labels = z.infer<typeof Labels>;

export const noLabels: Labels = { note: '', tags: [], group: '' };

/** By service, then by fine-tune. */
const Kept = z.record(z.string(), z.record(z.string(), Labels));
type Kept = z.infer<typeof Kept>;

const storageKey = 'inferdeck.fine-tune-labels';
const nothing: Kept = {};
const form = {
  version: 1,
  parse: (value: unknown) => Kept.safeParse(value).data ?? null,
  fallback: nothing,
};
const entry = stored<Kept>({ ...form, key: storageKey, storage: () => localStorage });
const draftEntry = stored<Kept>({ ...form, key: `${storageKey}.drafts`, storage: () => localStorage });

const useKept = create<{ readonly kept: Kept; readonly drafts: Kept; readonly isStored: boolean }>(() => ({
  kept: entry.read(),
  drafts: draftEntry.read(),
  isStored: true,
}));

entry.follow((kept) => useKept.setState({ kept }));
draftEntry.follow((drafts) => useKept.setState({ drafts }));

export type LabelsById = Readonly<Record<string, Labels>>;

const none: LabelsById = {};

/** The current service's non-empty ones, by fine-tune id. */
export function useAllLabels(): LabelsById {
  const service = useServiceKey();
  return useKept(({ kept }) => kept[service] ?? none);
}

export function labelsOf(all: LabelsById, id: string): Labels {
  return Object.hasOwn(all, id) ? (all[id] ?? noLabels) : noLabels;
}

export function changeLabels(service: string, id: string, next: Labels): void {
  const kept = withLabels(entry.read(), service, id, next);
  useKept.setState({ kept, isStored: entry.write(kept) });
}

/** False once the browser has refused the last ones that were saved. */
export function useAreLabelsStored(): boolean {
  return useKept(({ isStored }) => isStored);
}

/** What was typed and not saved; it outlives the page and the browser's end. */
export function useLabelsDraft(service: string, id: string): Labels | null {
  return useKept(({ drafts }) => drafts[service]?.[id] ?? null);
}

export function changeLabelsDraft(service: string, id: string, draft: Labels | null): void {
  const { drafts } = useKept.getState();
  const { [id]: _, ...others } = drafts[service] ?? none;
  // As typed: trimming would take the space before the next word.
  useKept.setState({
    drafts: { ...drafts, [service]: draft === null ? others : { ...others, [id]: draft } },
  });
  draftEntry.write(withLabels(draftEntry.read(), service, id, draft ?? noLabels));
}

/** Trims, cuts and deduplicates words; a comma separates tags, as in their column. */
export function withLabels(kept: Kept, service: string, id: string, next: Labels): Kept {
  const tags = next.tags.flatMap((tag) => tag.split(','));
  const words = [...tags, next.group].map((word) => word.trim().slice(0, maxWordLength));
  const labels = {
    note: next.note.slice(0, maxNoteLength),
    tags: [...new Set(words.slice(0, -1).filter(Boolean))].slice(0, maxTags),
    group: words.at(-1) ?? '',
  };
  const { [id]: _, ...others } = kept[service] ?? none;
  return { ...kept, [service]: isEmpty(labels) ? others : { ...others, [id]: labels } };
}

interface LabelPart {
  /** Null leaves the own one. */
  readonly group: string | null;
  /** Added. */
  readonly tags: readonly string[];
}

/** To what is saved and to what is not: saving an older draft must not undo it. */
export function labelRuns(service: string, ids: readonly string[], part: LabelPart): void {
  const { kept, drafts } = useKept.getState();
  for (const id of ids) {
    changeLabels(service, id, labelAlso(labelsOf(kept[service] ?? none, id), part));
    const draft = drafts[service]?.[id];
    if (draft !== undefined) changeLabelsDraft(service, id, labelAlso(draft, part));
  }
}

export function labelAlso(labels: Labels, { group, tags }: LabelPart): Labels {
  return { ...labels, group: group ?? labels.group, tags: [...new Set([...labels.tags, ...tags])] };
}

export function isEmpty({ note, tags, group }: Labels): boolean {
  return note === '' && tags.length === 0 && group === '';
}

/** Sorted. */
export function groupNames(all: LabelsById): readonly string[] {
  return [...new Set(Object.values(all).flatMap(({ group }) => group || []))].toSorted();
}
