// What a test file has started, closed together after each test.

/** Something that runs and can be ended. */
export interface Closable {
  close(): Promise<void>;
}

/** `keep` remembers what was started; hand `closeAll` to `afterEach`. */
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
