// Snapshot file: record, events, curves and checkpoints for offline use.
import * as z from 'zod/mini';
import { Checkpoint, eventTimeMs, FineTuneEvent, FineTune } from '#api/schema/fine-tune.ts';
import '#api/schema/jitless.ts';
import { oldestFirst } from '#lib/read-time.ts';
import { curveNames, namesOf, type CurveSegment, type CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import type { FineTuneFacts } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { isEmpty, Labels, noLabels } from '#pages/fine-tunes/labels.ts';

/** JSON has no NaN or infinities, and `JSON.stringify` no negative zero. */
const Figure = z.union([z.number(), z.enum(['NaN', 'Infinity', '-Infinity', '-0'])]);
const Figures = z.array(Figure);
const Places = z.array(z.int().check(z.gte(0)));

const Segment = z.object({
  name: z.union([z.enum(curveNames), z.templateLiteral(['metric:', z.string()])]),
  steps: Figures,
  values: Figures,
  epochs: Figures,
  timesMs: Figures,
  elapsedMs: z.optional(Figures),
  tokens: z.optional(Figures),
  sources: Places,
  lines: Places,
});

const SnapshotFile = z.object({
  kind: z.literal('inferdeck fine-tune'),
  version: z.literal(1),
  savedAtMs: z.number(),
  record: FineTune,
  events: z.array(FineTuneEvent),
  checkpoints: z.nullable(z.array(Checkpoint)),
  labels: z.optional(Labels),
  curves: z.object({ sources: z.array(z.string()), segments: z.array(Segment) }),
});

export interface Snapshot {
  /** Unix milliseconds. */
  readonly savedAtMs: number;
  readonly facts: FineTuneFacts;
  readonly labels: Labels;
}

/** `message` is a sentence. */
export type ReadSnapshot =
  | { readonly ok: true; readonly snapshot: Snapshot }
  | { readonly ok: false; readonly message: string };

/** Has no tokens, keys or query strings. */
export function writeSnapshot(facts: FineTuneFacts, savedAtMs: number, labels: Labels = noLabels): string {
  const { record, events, checkpoints, curves } = facts;
  const { events: _, ...own } = record;
  const segments = [...curves.curves].flatMap(([name, parts]) =>
    parts.map(({ steps, values, epochs, timesMs, elapsedMs, tokens, sources, lines }) => ({
      name,
      steps: figuresOf(steps),
      values: figuresOf(values),
      epochs: figuresOf(epochs),
      timesMs: figuresOf(timesMs),
      ...(elapsedMs && { elapsedMs: figuresOf(elapsedMs) }),
      ...(tokens && { tokens: figuresOf(tokens) }),
      sources: [...sources],
      lines: [...lines],
    })),
  );
  const content = { record: own, events, checkpoints, ...(!isEmpty(labels) && { labels }) };
  const clean = withoutSecrets(content);
  const curvesPart = { curves: { sources: curves.sources, segments } };
  return JSON.stringify({
    kind: 'inferdeck fine-tune',
    version: 1,
    savedAtMs,
    ...(typeof clean === 'object' && clean),
    ...curvesPart,
  });
}

/** Never throws. */
export function readSnapshot(text: string): ReadSnapshot {
  const json = parseJson(text);
  if (json === undefined) return refuse('The file is not valid JSON, or is truncated.');
  if (typeof json !== 'object' || json === null || !('kind' in json) || json.kind !== 'inferdeck fine-tune')
    return refuse('The file is JSON, but not a snapshot of a fine-tune.');
  if (!('version' in json) || json.version !== 1)
    return refuse('The snapshot was written by an incompatible version of this page.');
  const file = SnapshotFile.safeParse(json);
  if (!file.success) {
    const place = file.error.issues[0]?.path.join('.') ?? 'a field';
    return refuse(`The snapshot is damaged: ${place} is invalid.`);
  }
  const { savedAtMs, record, checkpoints, curves, labels = noLabels } = file.data;
  const events = oldestFirst(file.data.events, eventTimeMs);
  // All-unknown columns are empty.
  const isEven = curves.segments.every(
    ({ steps, values, epochs, timesMs, elapsedMs = [], tokens = [], sources, lines }) =>
      [values, sources, lines].every(({ length }) => length === steps.length) &&
      [epochs, timesMs, elapsedMs, tokens].every(({ length }) => length === 0 || length === steps.length),
  );
  if (!isEven) return refuse('The snapshot is damaged: a curve has columns of different lengths.');
  return {
    ok: true,
    snapshot: { savedAtMs, labels, facts: { record, events, checkpoints, curves: curvesOf(curves) } },
  };
}

export function snapshotName(name: string): string {
  return `${name.replaceAll(/[^\w.-]+/g, '-').slice(0, 80)}.inferdeck.json`;
}

function curvesOf({ sources, segments }: z.infer<typeof SnapshotFile>['curves']): CurveSet {
  const named = { curves: new Map(segments.map((segment) => [segment.name, []])) };
  const read = namesOf([named]).map((name) => {
    const own = segments.filter((segment) => segment.name === name);
    return [name, own.map((segment) => segmentOf(segment))] as const;
  });
  return { sources, curves: new Map(read) };
}

function segmentOf(segment: z.infer<typeof Segment>): CurveSegment {
  return {
    steps: Float64Array.from(segment.steps, Number),
    values: Float64Array.from(segment.values, Number),
    epochs: Float64Array.from(segment.epochs, Number),
    timesMs: Float64Array.from(segment.timesMs, Number),
    ...(segment.elapsedMs && { elapsedMs: Float64Array.from(segment.elapsedMs, Number) }),
    ...(segment.tokens && { tokens: Float64Array.from(segment.tokens, Number) }),
    sources: Uint16Array.from(segment.sources),
    lines: Uint32Array.from(segment.lines),
  };
}

function figuresOf(column: Float64Array): readonly (number | string)[] {
  return Array.from(column, (value) =>
    Number.isFinite(value) && !Object.is(value, -0) ? value : Object.is(value, -0) ? '-0' : String(value),
  );
}

function parseJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return json;
  } catch {
    return undefined;
  }
}

function refuse(message: string): ReadSnapshot {
  return { ok: false, message };
}

/** Drops secret fields, and queries and users of addresses. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(address, cleanAddress);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      secretName.test(name) ? [] : [[name, withoutSecrets(part)] as const],
    ),
  );
}

/** Not `token_count`, but `wandb_api_key`. */
const secretName =
  /(?:^|_|-)(?:api_?key|secret|password|passwd|authorization|credentials?|private_key|signature|(?:access|api|auth|bearer|hf|session)_?token|token)$/i;

const address = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi;

function cleanAddress(text: string): string {
  const [path = ''] = text.split(/[?#]/);
  return path.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1');
}
