// Open log files by place: a fine-tune’s page, or the local page.
import { create } from 'zustand';
import type { ChartRun } from '#pages/fine-tunes/charts/chart-run.ts';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { mergeCurves } from '#pages/fine-tunes/curves/merge-curves.ts';
import type { LogMapping, LogReport } from './log-report.ts';

/** How far a file is. */
type LogFileState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'reading'; readonly bytes: number; readonly points: number }
  | {
      readonly kind: 'read';
      readonly report: LogReport;
      /** A piece of the file and where it stands: by it the file is known again. */
      readonly middle: { readonly at: number; readonly text: string };
    }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * What a file is to the fine-tune at whose page it is open: a log of that job, or of another run, which is drawn over it.
 * Undecided until it is read.
 */
export type LogRole = 'own' | 'over' | 'undecided';

/** One file that was opened. */
export interface OpenLogFile {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly state: LogFileState;
  readonly role: LogRole;
  /** What a person said of its columns. */
  readonly mapping: LogMapping;
  /** It is read on whenever it grows. */
  readonly isFollowed: boolean;
  /** A reload opens it again. */
  readonly isKept: boolean;
}

/** Files and what is in them: runs that are drawn, curves that belong to the fine-tune. Both keep their identity while nothing in them changes. */
export interface LogFilesPlace {
  readonly files: readonly OpenLogFile[];
  readonly runs: readonly ImportedRun[];
  readonly own: readonly CurveSet[];
  /** False until the files of earlier visits are known. */
  readonly isLoaded: boolean;
}

/** The place of files that belong to no fine-tune of the service. */
export const localPlace = 'local';

/** Before anything is. */
export const nothingOpen: LogFilesPlace = { files: [], runs: [], own: [], isLoaded: false };

/** All places. */
export const useLogPlaces = create<Readonly<Record<string, LogFilesPlace>>>(() => ({}));

/** What is open at a place. */
export function placeOf(place: string): LogFilesPlace {
  return useLogPlaces.getState()[place] ?? nothingOpen;
}

/** Puts these files in the place of those that were open. */
export function setFiles(place: string, files: readonly OpenLogFile[], isLoaded = placeOf(place).isLoaded) {
  const before = placeOf(place);
  const over = files.filter(({ role }) => role === 'over');
  const own = files.flatMap(({ role, state }) =>
    role === 'own' && state.kind === 'read' ? state.report.runs.map(({ curves }) => curves) : [],
  );
  const isSame =
    own.length === before.own.length && own.every((curves, index) => curves === before.own[index]);
  useLogPlaces.setState({
    [place]: { files, runs: runsOfFiles(over, before.runs), own: isSame ? before.own : own, isLoaded },
  });
}

/** Changes what is known of one file. */
export function setFile(place: string, id: number, change: Partial<OpenLogFile>) {
  setFiles(
    place,
    placeOf(place).files.map((file) => (file.id === id ? changed(file, change) : file)),
  );
}

function changed(file: OpenLogFile, change: Partial<OpenLogFile>): OpenLogFile {
  return { ...file, ...change };
}

/** A run from files. `parts` are the curves as each file gave them. */
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
  readonly fileName: string;
  readonly parts: CurveSet[];
}

/**
 * Charts of one run that came as several files (its losses here, its evaluations there) are one run, where the files name
 * it and no curve is in two of them.
 * @param before the runs of a moment ago: one whose parts and name are the same is handed on as it is
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
      if (draft !== undefined && label !== '') draft.parts.push(curves);
      else
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

/** Where labels are alike, the file's name stands behind; where these are alike, a number. */
function uniqueLabels(drafts: readonly Draft[]): readonly string[] {
  const isShared = (label: string) => drafts.filter((draft) => draft.label === label).length > 1;
  const seen = new Map<string, number>();
  return drafts.map(({ label, isNamed, fileName }) => {
    const full = isShared(label) && isNamed ? `${label} (${fileName})` : label;
    const count = (seen.get(full) ?? 0) + 1;
    seen.set(full, count);
    return count === 1 ? full : `${full} ${count}`;
  });
}

// It stands in the address when a curve is hidden: short, and the same when the same files are opened again.
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
