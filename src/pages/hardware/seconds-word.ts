// How long until something happens, for a countdown: whole seconds, then minutes.

/** `31 s`, `4 min 05 s`; what is due is `0 s`. */
export function secondsWord(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}
