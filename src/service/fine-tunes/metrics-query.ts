// Query of GET /fine-tunes/{id}/metrics: step range, time range, resolution.
import { HttpError } from '#service/http/http-error.ts';
import type { MetricRange } from '#service/store/fine-tune-metrics.ts';
import { nanoseconds } from './record.ts';

/** All optional. */
export const metricParameters = [
  'global_step_from',
  'global_step_to',
  'logged_at_from',
  'logged_at_to',
  'resolution',
] as const;

/** `resolution` is the maximum number of training rows, evenly spaced. */
interface MetricsQuery {
  readonly range: MetricRange;
  readonly resolution: number;
}

/** An ISO 8601 date, or a date-time with or without a zone; UTC without one. */
const dateTime = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/u;

/** Throws 400 with the name of the invalid parameter. */
export function readMetricsQuery(parameters: URLSearchParams): MetricsQuery {
  const read = (
    name: (typeof metricParameters)[number],
    parse: (text: string) => number | null,
    or: number,
  ) => {
    const text = parameters.get(name);
    if (text === null) return or;
    const value = parse(text);
    if (value !== null) return value;
    throw new HttpError(400, `${name} ${expected[name]}.`, { code: 'invalid_value', param: name });
  };
  return {
    range: {
      fromStep: read('global_step_from', parseCount, 0),
      toStep: read('global_step_to', parseCount, Number.MAX_SAFE_INTEGER),
      fromTime: Math.ceil(read('logged_at_from', parseTime, 0)),
      toTime: Math.floor(read('logged_at_to', parseTime, Number.MAX_SAFE_INTEGER)),
    },
    resolution: read('resolution', (text) => parseCount(text) || null, Infinity),
  };
}

const stepPattern = 'must be a whole number from 0';
const timePattern = 'must be an ISO 8601 date-time or nanoseconds since 1970';
const expected = {
  global_step_from: stepPattern,
  global_step_to: stepPattern,
  logged_at_from: timePattern,
  logged_at_to: timePattern,
  resolution: 'must be a whole number from 1',
} as const;

function parseCount(text: string): number | null {
  return /^\d{1,15}$/u.test(text) ? Number(text) : null;
}

/** Milliseconds since 1970. */
function parseTime(text: string): number | null {
  if (/^\d{1,20}$/u.test(text)) return Number(text) / nanoseconds;
  const match = dateTime.exec(text);
  if (match === null) return null;
  const isBare = text.length > 10 && match[1] === undefined;
  const time = Date.parse(isBare ? `${text}Z` : text);
  return Number.isNaN(time) ? null : time;
}

/** Longer trainings emit events only for every second, third, … step. */
const maxStepEvents = 400;

/** Whether a step gets an event: every one of up to 400; of more, the first, the last and evenly spaced ones. */
export function hasStepEvent(step: number, totalSteps: number): boolean {
  const stride = Math.max(1, Math.ceil(totalSteps / maxStepEvents));
  return step === 1 || step === totalSteps || step % stride === 0;
}

/** At most `count` evenly spaced elements, including the first and the last; a single one is the last. */
export function thinned<T>(elements: readonly T[], count: number): readonly T[] {
  if (elements.length <= count) return elements;
  if (count === 1) return elements.slice(-1);
  const distance = (elements.length - 1) / (count - 1);
  const kept = new Set(Array.from({ length: count }, (_, index) => Math.round(index * distance)));
  return elements.filter((_, index) => kept.has(index));
}
