// Tells whether the page that receives a run still lives, in this tab or another.

const tabKey = 'inferdeck.running';

/** Says that this page receives the run of a state, until the answer is called, or the page is closed. */
export function holdRun(id: string): () => void {
  if (!('locks' in navigator)) {
    noteTab(id);
    return () => noteTab('');
  }
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks.request(nameOf(id), () => held).catch(() => undefined);
  return () => release?.();
}

/**
 * Waits until no page receives the run, acts, and lets no other tab act at the same time. Where the browser has no locks
 * (plain http), it acts only on what this very tab received before it was loaded anew.
 */
export async function whenFree(id: string, act: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(nameOf(id), act);
  else if (isOfTab(id)) await act();
}

function nameOf(id: string): string {
  return `inferdeck.run ${id}`;
}

function noteTab(id: string): void {
  try {
    sessionStorage.setItem(tabKey, id);
  } catch {
    // Blocked storage: then nothing is kept either.
  }
}

function isOfTab(id: string): boolean {
  try {
    return sessionStorage.getItem(tabKey) === id;
  } catch {
    return false;
  }
}
