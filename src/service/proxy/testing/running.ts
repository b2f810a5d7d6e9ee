// Cleanup of what a test has started.

export interface Closable {
  close(): Promise<void>;
}

/** `keep` registers what was started; pass `closeAll` to `afterEach`. */
export function createRunning() {
  const running: Closable[] = [];
  return {
    keep: async <T extends Closable>(started: Promise<T>): Promise<T> => {
      const each = await started;
      running.push(each);
      return each;
    },
    closeAll: async (): Promise<void> => {
      for (const each of running.splice(0)) await each.close();
    },
  };
}
