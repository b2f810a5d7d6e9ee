// Whether this browser has a history: only then is it loaded before anything happens.
const key = 'inferdeck.history';

/** Whether something was kept here before. */
export function hasHistory(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Remembers that there is something to load. */
export function noteVisit(isKept: boolean): void {
  if (!isKept || hasHistory()) return;
  try {
    localStorage.setItem(key, '1');
  } catch {
    // Blocked storage: a later visit begins anew, as it must.
  }
}
