// What is known of the open log files, by the place they were opened at: a fine-tune's page, or that of files without one.
import { create } from 'zustand';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { runsOfFiles, type ImportedRun } from './imported-runs.ts';
import type { LogMapping } from './log-keys.ts';
import type { LogReport } from './log-report.ts';

/** How far a file is. */
export type LogFileState =
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
