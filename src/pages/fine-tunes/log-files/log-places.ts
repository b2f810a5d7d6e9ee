// Open log files by place: a fine-tune’s page, or the local page.
import { create } from 'zustand';
import type { ChartRun } from '#pages/fine-tunes/charts/chart-run.ts';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { mergeCurves } from '#pages/fine-tunes/curves/merge-curves.ts';
import type { LogMapping, LogReport } from './log-report.ts';

type LogFileState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'reading'; readonly bytes: number; readonly points: number }
  | {
      readonly kind: 'read';
      readonly report: LogReport;
      /** Text at a position, to recognise the grown file. */
      readonly middle: { readonly at: number; readonly text: string };
    }
  | { readonly kind: 'failed'; readonly message: string };

/** The fine-tune's own log, or another run over it; undecided until read. */
export type LogRole = 'own' | 'over' | 'undecided';

export interface OpenLogFile {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly state: LogFileState;
  readonly role: LogRole;
  /** Set by the user. */
  readonly mapping: LogMapping;
  /** Read on when it grows. */
  readonly isFollowed: boolean;
  /** Followed, and not found on disk at present. */
  readonly isGone: boolean;
  /** Stored for a reload. */
  readonly isStored: boolean;
}

/** Runs to draw, and the fine-tune's own curves. Arrays keep their identity until they change. */
export interface LogFilesPlace {
  readonly files: readonly OpenLogFile[];
  readonly runs: readonly ImportedRun[];
  readonly own: readonly CurveSet[];
  /** False until stored files are known. */
  readonly isLoaded: boolean;
}

/** For files of no fine-tune. */
export const localPlace = 'local';

export const nothingOpen: LogFilesPlace = { files: [], runs: [], own: [], isLoaded: false };

export const useLogPlaces = create<Readonly<Record<string, LogFilesPlace>>>(() => ({}));

export function placeOf(place: string): LogFilesPlace {
  return useLogPlaces.getState()[place] ?? nothingOpen;
}

export function setFiles(place: string, files: readonly OpenLogFile[], isLoaded = placeOf(place).isLoaded) {
  const before = placeOf(place);
  const over = files.filter(({ role }) => role === 'over');
  const own = files.flatMap(({ role, state }) =>
    role === 'own' && state.kind === 'read' ? state.report.runs.map(({ curves }) => curves) : [],
  );
  useLogPlaces.setState({
    [place]: {
      files,
      runs: runsOfFiles(over, before.runs),
      own: hasSameParts(own, before.own) ? before.own : own,
      isLoaded,
    },
  });
}

export function setFile(place: string, id: number, change: Partial<OpenLogFile>) {
  setFiles(
    place,
    placeOf(place).files.map((file) => (file.id === id ? changed(file, change) : file)),
  );
}

function changed(file: OpenLogFile, change: Partial<OpenLogFile>): OpenLogFile {
  return { ...file, ...change };
}

/** `parts` are by file. */
export interface ImportedRun extends ChartRun {
  readonly parts: readonly CurveSet[];
}

interface ReadFile {
  readonly name: string;
  readonly state: { readonly kind: string } | { readonly kind: 'read'; readonly report: LogReport };
}

interface Draft {
  readonly label: string;
  readonly isNamed: boolean;
  /** Of its training loss, if any. */
  fileName: string;
  readonly parts: CurveSet[];
}

/**
 * Merges a run's files (losses, evaluations) if they name it and share no curve.
 * @param before unchanged runs keep their identity
 */
export function runsOfFiles(
  files: readonly ReadFile[],
  before: readonly ImportedRun[] = [],
): readonly ImportedRun[] {
  const drafts: Draft[] = [];
  for (const { name, state } of files) {
    if (!('report' in state)) continue;
    for (const { label, curves } of state.report.runs) {
      const draft = drafts.find(
        (each) => each.isNamed && each.label === label && isDisjoint(each.parts, curves),
      );
      if (draft !== undefined && label !== '') {
        draft.parts.push(curves);
        if (curves.curves.has('train loss')) draft.fileName = name;
      } else
        drafts.push({
          label: label || bareName(name),
          isNamed: label !== '',
          fileName: name,
          parts: [curves],
        });
    }
  }
  const labels = uniqueLabels(drafts);
  const ids = new Set<string>();
  return drafts.map(({ parts }, index) => {
    const label = labels[index] ?? '';
    const id = uniqueId(label, ids);
    const known = before.find(
      (run) => run.id === id && run.label === label && hasSameParts(run.parts, parts),
    );
    return (
      known ?? {
        id,
        label,
        parts,
        curves: mergeCurves(parts),
        tokensPerStep: null,
        dollarsPerStep: null,
        startedMs: null,
      }
    );
  });
}

function isDisjoint(parts: readonly CurveSet[], curves: CurveSet): boolean {
  return parts.every((part) => [...curves.curves.keys()].every((name) => !part.curves.has(name)));
}

function hasSameParts(one: readonly CurveSet[], other: readonly CurveSet[]): boolean {
  return one.length === other.length && one.every((part, index) => part === other[index]);
}

function bareName(fileName: string): string {
  return fileName.replace(/\.(?:csv|json|jsonl|ndjson|log|txt)$/i, '');
}

/** Adds whole file names to equal labels, then numbers. */
export function uniqueLabels(
  drafts: readonly Pick<Draft, 'label' | 'isNamed' | 'fileName'>[],
): readonly string[] {
  const seen = new Map<string, number>();
  return drafts.map(({ label, isNamed, fileName }) => {
    const same = drafts.filter((draft) => draft.label === label);
    const areSameFiles = same.every((draft) => draft.fileName === fileName);
    const inFile = isNamed ? `${label}, ${fileName}` : areSameFiles ? label : fileName;
    const full = same.length > 1 ? inFile : label;
    const count = (seen.get(full) ?? 0) + 1;
    seen.set(full, count);
    return count === 1 ? full : `${full} ${count}`;
  });
}

// For the address: short, and stable when files are opened again.
function uniqueId(label: string, ids: Set<string>): string {
  const words = label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const base = `log-${words.slice(0, 24)}`;
  let id = base;
  for (let count = 2; ids.has(id); count += 1) id = `${base}-${count}`;
  ids.add(id);
  return id;
}
