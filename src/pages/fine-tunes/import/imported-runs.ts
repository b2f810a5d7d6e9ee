// The runs of all open files, as the charts take them: with names that tell them apart, and parts of one run put together.
import type { ChartRun } from '#pages/fine-tunes/chart/chart-run.ts';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { mergeCurves } from '#pages/fine-tunes/curves/merge-curves.ts';
import type { LogReport } from './log-report.ts';

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
    const known = before.find((run) => run.id === id && run.label === label && isSame(run.parts, parts));
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

function isSame(one: readonly CurveSet[], other: readonly CurveSet[]): boolean {
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
