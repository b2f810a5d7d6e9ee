// One thing after another, for as long as there is something to do.

/** A lane of work. */
export interface Lane {
  /** Looks for work, now or as soon as what goes on is done. */
  wake(): void;
  /** Resolves when nothing goes on. */
  idle(): Promise<void>;
}

/** `work` does one thing and says whether there was one; it must not reject. */
export function createLane(work: () => Promise<boolean>): Lane {
  let isWoken = false;
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    while (isWoken) {
      isWoken = false;
      while (await work());
    }
    running = null;
  };
  return {
    wake() {
      isWoken = true;
      running ??= run();
    },
    idle: async () => {
      await running;
    },
  };
}
