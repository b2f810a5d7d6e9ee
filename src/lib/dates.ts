// Dates, times of day and ages, in words.
import { pad } from './format.ts';

const hour = 3_600_000;
const dayMs = 24 * hour;

/**
 * "12 s", "7 min", "31 h", "45 days", "13 months", "3.5 years"; a future time is "0 s".
 * @param ms how long ago
 */
export function formatAge(ms: number): string {
  const age = Math.max(0, ms);
  if (age < 60_000) return `${Math.floor(age / 1000)} s`;
  if (age < hour) return `${Math.floor(age / 60_000)} min`;
  if (age < 2 * dayMs) return `${Math.floor(age / hour)} h`;
  if (age < 61 * dayMs) return `${Math.floor(age / dayMs)} days`;
  if (age < 731 * dayMs) return `${Math.floor(age / (30.44 * dayMs))} months`;
  return `${(Math.floor((age / (365.25 * dayMs)) * 10) / 10).toFixed(1)} years`;
}

/** 10:02:14, in local time. @param atMs Unix milliseconds within Date's range */
export function clockWords(atMs: number): string {
  return `${minuteWords(atMs)}:${pad(new Date(atMs).getSeconds())}`;
}

/** 2026-11-25, in local time, as services write days. */
export function dayWords(atMs: number): string {
  const day = new Date(atMs);
  return `${String(day.getFullYear()).padStart(4, '0')}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
}

function minuteWords(atMs: number): string {
  const time = new Date(atMs);
  return `${pad(time.getHours())}:${pad(time.getMinutes())}`;
}

/** 10:02 today, 2026-11-25 on another day; in local time. */
export function shortDateWords(atMs: number, nowMs = Date.now()): string {
  const date = dayWords(atMs);
  return date === dayWords(nowMs) ? minuteWords(atMs) : date;
}

/** 2026-11-25, 10:02:14, in local time. */
export function dateTimeWords(atMs: number): string {
  return `${dayWords(atMs)}, ${clockWords(atMs)}`;
}

/** 10:02:14 today, 2026-11-25, 10:02:14 on another day; in local time. */
export function momentWords(atMs: number, nowMs: number): string {
  return dayWords(atMs) === dayWords(nowMs) ? clockWords(atMs) : dateTimeWords(atMs);
}

/** "now", "12 s ago"; a future time is "in 12 s". */
export function agoWords(atMs: number, nowMs: number): string {
  const awayMs = nowMs - atMs;
  if (Math.abs(awayMs) < 1000) return 'now';
  return awayMs < 0 ? `in ${formatAge(-awayMs)}` : `${formatAge(awayMs)} ago`;
}

/** As `agoWords`, in the past alone: "now" for five seconds, and for what a slow clock has not reached yet. */
export function pastWords(atMs: number, nowMs: number): string {
  return nowMs - atMs < 5000 ? 'now' : agoWords(atMs, nowMs);
}
