// The longest time that setTimeout can wait; it fires at once for anything beyond.

/** In milliseconds, about 24 days. */
export const longestTimerMs = 2 ** 31 - 1;
