// Yield to the page during long work, to keep it responsive.

/**
 * Call after each piece of work: a promise to await once `sliceMs` has passed. Works in hidden tabs, where
 * timers are throttled.
 */
export function createYieldToPage(
  sliceMs = 10,
  now = () => performance.now(),
): () => Promise<void> | undefined {
  let since = now();
  const pause = async () => {
    await nextTask();
    since = now();
  };
  return () => (now() - since < sliceMs ? undefined : pause());
}

/** A message is its own task, unlike a promise, and is not throttled. */
export function nextTask(): Promise<void> {
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
