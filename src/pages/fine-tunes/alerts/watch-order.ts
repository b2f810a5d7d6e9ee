// Alert worker's order, sent as changes since the last one.
import type { FineTuneEvent } from '#api/schema/fine-tune.ts';
import { sameCount } from '#lib/growing-column.ts';
import {
  type CurveName,
  type CurveSegment,
  type CurveSet,
  noCurves,
} from '#pages/fine-tunes/curves/curve.ts';
import { curvesOf, type FineTuneFacts } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { createWatch, type Watched } from './find-alerts.ts';
import type { Thresholds } from './thresholds.ts';

export interface WatchOrder {
  readonly facts: Omit<FineTuneFacts, 'curves'> & {
    /** Null: those of the events. */
    readonly curves: CurveSet | null;
  };
  readonly thresholds: Thresholds;
}

/** Copying ten thousand events would cost more than the rest of an answer. */
export interface WatchNews {
  readonly order: Omit<WatchOrder, 'facts'> & {
    readonly facts: Omit<WatchOrder['facts'], 'events' | 'curves'>;
  };
  readonly events: Grown<readonly FineTuneEvent[]>;
  readonly curves: readonly (readonly [CurveName, readonly Grown<OwnColumns>[]])[] | null;
}

/** The first `from` items are the last order's. */
interface Grown<List> {
  readonly from: number;
  readonly added: List;
}

type Columns = Pick<CurveSegment, 'steps' | 'values' | 'timesMs'>;
type OwnColumns = { readonly [Name in keyof Columns]: Float64Array<ArrayBuffer> };

const sliceLength = 1_000;

/**
 * The order, and before it others that grow towards it by a thousand events: copying more would hold up the page.
 * @param before the worker's last order
 */
export function ordersUpTo(order: WatchOrder, before: WatchOrder | null): readonly WatchOrder[] {
  const { events } = order.facts;
  const known = before?.facts ?? { events: [], curves: noCurves };
  const from = sameEvents(known.events, events) + sliceLength;
  const count = Math.max(0, Math.ceil((events.length - from) / sliceLength));
  const begun = Array.from({ length: count }, (_, index) => ({
    ...order,
    facts: {
      ...order.facts,
      curves: known.curves,
      events: events.slice(0, from + index * sliceLength),
    },
  }));
  return [...begun, order];
}

/** @param before the worker's last order */
export function newsOf({ facts, thresholds }: WatchOrder, before: WatchOrder | null): WatchNews {
  const { events, curves, ...rest } = facts;
  const eventsFrom = sameEvents(before?.facts.events ?? [], events);
  const growth = (name: CurveName, segment: CurveSegment, index: number): Grown<OwnColumns> => {
    const known = before?.facts.curves?.curves.get(name)?.[index];
    const from = known === undefined ? 0 : sameRows(known, segment);
    const { steps, values, timesMs } = segment;
    const added = { steps: steps.slice(from), values: values.slice(from), timesMs: timesMs.slice(from) };
    return { from, added };
  };
  // The record has all of its events, too.
  const record = { ...rest.record, events: [] };
  return {
    order: { facts: { ...rest, record }, thresholds },
    events: { from: eventsFrom, added: events.slice(eventsFrom) },
    curves:
      curves &&
      Array.from(curves.curves, ([name, segments]) => [
        name,
        segments.map((segment, index) => growth(name, segment, index)),
      ]),
  };
}

/** Copies for this news alone: they can be moved to the worker. */
export function columnsOf({ curves }: WatchNews): readonly Float64Array<ArrayBuffer>[] {
  return (curves ?? []).flatMap(([, segments]) =>
    segments.flatMap(({ added: { steps, values, timesMs } }) => [steps, values, timesMs]),
  );
}

/** The curves lack epochs and sources. */
export function orderOf({ order, events, curves }: WatchNews, before: WatchOrder | null): WatchOrder {
  const known = before?.facts;
  const grown = (name: CurveName, { from, added }: Grown<Columns>, index: number): CurveSegment => {
    const segment = known?.curves?.curves.get(name)?.[index];
    const column = (pick: (columns: Columns) => Float64Array): Float64Array => {
      const whole = new Float64Array(from + pick(added).length);
      if (segment !== undefined) whole.set(pick(segment).subarray(0, from));
      whole.set(pick(added), from);
      return whole;
    };
    return {
      ...nothingElse,
      steps: column(({ steps }) => steps),
      values: column(({ values }) => values),
      timesMs: column(({ timesMs }) => timesMs),
    };
  };
  return {
    thresholds: order.thresholds,
    facts: {
      ...order.facts,
      events: [...(known?.events ?? []).slice(0, events.from), ...events.added],
      curves: curves && {
        sources: [],
        curves: new Map(
          curves.map(([name, segments]) => [
            name,
            segments.map((segment, index) => grown(name, segment, index)),
          ]),
        ),
      },
    },
  };
}

const nothingElse = { epochs: new Float64Array(), sources: new Uint16Array(), lines: new Uint32Array() };

function sameEvents(before: readonly unknown[], now: readonly unknown[]): number {
  const other = before.findIndex((each, index) => each !== now[index]);
  return other === -1 ? before.length : other;
}

function sameRows(before: Columns, now: Columns): number {
  return Math.min(
    sameCount(before.steps, now.steps),
    sameCount(before.values, now.values),
    sameCount(before.timesMs, now.timesMs),
  );
}

/** Reads on in a growing training. */
export function createOrderWatch(): (order: WatchOrder) => Watched {
  let last: { readonly thresholds: string; readonly watch: ReturnType<typeof createWatch> } | null = null;
  return ({ facts, thresholds }) => {
    const key = JSON.stringify(thresholds);
    last = last?.thresholds === key ? last : { thresholds: key, watch: createWatch(thresholds) };
    return last.watch({ ...facts, curves: facts.curves ?? curvesOf(facts.events) });
  };
}
