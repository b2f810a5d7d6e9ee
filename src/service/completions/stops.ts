// Why a run is stopped before its end: its client leaves, or the service does.

/** The signal that a run works under. */
export interface Stop {
  readonly signal: AbortSignal;
  /** Stops the run, for this reason, and lets go of its client; harmless when it is over. */
  abort(reason?: Error): void;
}

/** Makes a stop for each run: by its client's signal, by `cut`, or by itself. `cut` has one listener, however many run. */
export function stopsUnder(cut: AbortSignal): (client: AbortSignal) => Stop {
  const open = new Set<() => void>();
  cut.addEventListener('abort', () => {
    for (const abort of open) abort();
  });
  return (client) => {
    const controller = new AbortController();
    const abort = (reason?: Error) => {
      open.delete(stop);
      client.removeEventListener('abort', stop);
      controller.abort(reason);
    };
    const stop = () => abort();
    open.add(stop);
    client.addEventListener('abort', stop);
    if (client.aborted || cut.aborted) stop();
    return { signal: controller.signal, abort };
  };
}
