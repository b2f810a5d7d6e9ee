// Lets a page paint and answer in the midst of long work.

/**
 * Long work that comes in pieces calls this after each: once it has gone on for `sliceMs`, there is a promise to wait for
 * that lets everything else of the page have its turn; before, undefined. Works in hidden tabs too, where timers are held
 * back and frames stop.
 * @param now milliseconds, performance.now() by default
 */
export function createBreather(sliceMs = 10, now = () => performance.now()): () => Promise<void> | undefined {
  let since = now();
  const rest = async () => {
    await turn();
    since = now();
  };
  return () => (now() - since < sliceMs ? undefined : rest());
}

// A message is a task of its own, unlike a promise, and no timer.
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
