// Chart view: its URL parameters, and a hook that debounces them.
import type { chartParamNames } from '#pages/fine-tunes/search.ts';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { defaultWeight } from '#lib/smoothing.ts';

export const xAxes = ['step', 'epoch', 'tokens', 'elapsed', 'wall', 'cost'] as const;

/** In steps, epochs, tokens, milliseconds since the start, Unix milliseconds, dollars. */
export type XAxis = (typeof xAxes)[number];

/** In the axis's unit; `from` is below `to`. */
export interface Zoom {
  readonly from: number;
  readonly to: number;
}

/** Manual bounds of a y axis; null is automatic, but never both are null. `from` is below `to`. */
export interface YRange {
  readonly chart: string;
  readonly from: number | null;
  readonly to: number | null;
}

/** Equal views have equal addresses. */
export interface ChartView {
  readonly x: XAxis;
  /** 0 (none) to `maxSmoothing`. */
  readonly smoothing: number;
  /** Null: the curves decide. */
  readonly isLog: boolean | null;
  /** Shows only the 5th to the 95th percentile. */
  readonly isClipped: boolean;
  /** Null shows everything. */
  readonly zoom: Zoom | null;
  /** At most one per chart. */
  readonly ranges: readonly YRange[];
  /** By `curveKey`. */
  readonly hidden: readonly string[];
  /** Run id for differences, or null. */
  readonly baseline: string | null;
}

export interface DrawnView extends ChartView {
  readonly isLog: boolean;
}

/** As in TensorBoard and W&B. */
export const maxSmoothing = 0.999;

export const defaultChartView: ChartView = {
  x: 'step',
  smoothing: defaultWeight,
  isLog: null,
  isClipped: false,
  zoom: null,
  ranges: [],
  hidden: [],
  baseline: null,
};

/**
 * Defaults are undefined. `zoom` is `120_340.5`, `range` is `loss_0_2.5,norm__3`, `hide` is comma-separated
 * keys, with commas and percent signs in names encoded.
 */
type ChartParams = Readonly<Record<(typeof chartParamNames)[number], string | undefined>>;

export function curveKey(runId: string, curve: string): string {
  return `${runId}:${curve.replaceAll(' ', '-')}`;
}

/** Inverse of `readChartView`. */
export function writeChartView(view: ChartView): ChartParams {
  const { x, smoothing, isLog, isClipped, zoom, ranges, hidden, baseline } = view;
  const rangeText = ({ chart, from, to }: YRange) => `${encode(chart)}_${from ?? ''}_${to ?? ''}`;
  return {
    x: x === defaultChartView.x ? undefined : x,
    smooth: smoothing === defaultChartView.smoothing ? undefined : weightText(smoothing),
    y: isLog === null ? undefined : isLog ? 'log' : 'linear',
    clip: isClipped ? 'on' : undefined,
    zoom: zoom === null ? undefined : `${zoom.from}_${zoom.to}`,
    range: ranges.map(rangeText).join(',') || undefined,
    hide: hidden.map(encode).join(',') || undefined,
    base: baseline ?? undefined,
  };
}

function encode(name: string): string {
  return name.replaceAll(/[%,]/g, encodeURIComponent);
}

/** No leading zero: the router would quote a number. */
function weightText(weight: number): string {
  return weight === 0 ? '.0' : String(weight).replace(/^0/, '');
}

/** Never throws: an invalid part falls back to its default. */
export function readChartView(raw: Readonly<Record<string, unknown>>): ChartView {
  return {
    x: xAxes.find((each) => each === raw['x']) ?? defaultChartView.x,
    smoothing: readSmoothing(raw['smooth']),
    isLog: raw['y'] === 'log' ? true : raw['y'] === 'linear' ? false : null,
    isClipped: raw['clip'] === 'on',
    zoom: readZoom(raw['zoom']),
    ranges: readRanges(raw['range']),
    hidden: readHidden(raw['hide']),
    baseline: readWord(raw['base']),
  };
}

function readSmoothing(value: unknown): number {
  const weight = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof weight !== 'number' || !(weight >= 0 && weight <= maxSmoothing))
    return defaultChartView.smoothing;
  // −0 is 0.
  return Math.round(Math.abs(weight) * 1000) / 1000;
}

function readZoom(value: unknown): Zoom | null {
  if (typeof value !== 'string') return null;
  const [from = Number.NaN, to = Number.NaN, ...others] = value.split('_').map(readBound);
  return others.length === 0 && from < to ? { from, to } : null;
}

function readRanges(value: unknown): YRange[] {
  if (typeof value !== 'string') return [];
  const byChart = new Map<string, YRange>();
  for (const text of value.split(',')) {
    const [, name = '', low = '', high = ''] = /^(.+)_([^_]*)_([^_]*)$/s.exec(text) ?? [];
    const range = { chart: decode(name), from: readLimit(low), to: readLimit(high) };
    if (range.chart !== '' && isYRange(range)) byChart.set(range.chart, range);
  }
  return [...byChart.values()];
}

function readLimit(text: string): number | null {
  return text === '' ? null : readBound(text);
}

/** One bound at least, and in order. */
export function isYRange({ from, to }: Omit<YRange, 'chart'>): boolean {
  if (from === null && to === null) return false;
  return (from ?? -Infinity) < (to ?? Infinity);
}

function readBound(text: string): number {
  const value = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : Number.NaN;
}

function readHidden(value: unknown): string[] {
  const text = readWord(value);
  if (text === null) return [];
  const keys = text.split(',').map(decode);
  return [...new Set(keys.filter((key) => key !== ''))];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

// A link may pass a numeric name as a number.
function readWord(value: unknown): string | null {
  const word = typeof value === 'number' ? String(value) : value;
  return typeof word === 'string' && word !== '' ? word : null;
}

/** For sentences. */
export const axisNames: Readonly<Record<XAxis, string>> = {
  step: 'step',
  epoch: 'epoch',
  tokens: 'tokens',
  elapsed: 'elapsed time',
  wall: 'wall time',
  cost: 'cost',
};

/** Milliseconds without a change that end a movement. */
const restMs = 250;

/** `moving` delays `onView`, `done` calls it at once. */
export type ChangeView = (change: Partial<ChartView>, phase: 'moving' | 'done') => void;

/** @returns the view, and a stable function to change it */
export function useLiveView(
  view: ChartView,
  onView: (view: ChartView, how: 'push' | 'replace') => void,
): readonly [ChartView, ChangeView] {
  const address = JSON.stringify(writeChartView(view));
  const [draft, setDraft] = useState<{ readonly from: string; readonly view: ChartView } | null>(null);
  const timer = useRef(0);
  // A new address (going back, a link) wins. A kept draft would return with its old address.
  if (draft !== null && draft.from !== address) setDraft(null);
  const shown = draft !== null && draft.from === address ? draft.view : view;
  const latest = useRef({ address, shown, onView });

  useLayoutEffect(() => {
    latest.current = { address, shown, onView };
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = useCallback((part: Partial<ChartView>, phase: 'moving' | 'done') => {
    clearTimeout(timer.current);
    const next = { ...latest.current.shown, ...part };
    // The next change may come before a render.
    latest.current.shown = next;
    setDraft({ from: latest.current.address, view: next });
    if (phase === 'done') latest.current.onView(next, 'push');
    else timer.current = Number(setTimeout(() => latest.current.onView(next, 'replace'), restMs));
  }, []);

  return [shown, change];
}
