// Yield to the page during long work, to keep it responsive.

/**
 * Call after each piece of work: returns a promise to await once `sliceMs` has passed, otherwise undefined.
 * Works in hidden tabs too, where timers are throttled and frames stop.
 * @param now milliseconds, performance.now() by default
 */
export function createYieldToPage(
  sliceMs = 10,
  now = () => performance.now(),
): () => Promise<void> | undefined {
  let since = now();
  const rest = async () => {
    await turn();
    since = now();
  };
  return () => (now() - since < sliceMs ? undefined : rest());
}

// A message is its own task, unlike a promise, and is not throttled like a timer.
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
