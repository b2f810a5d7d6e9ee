// Lets a program take one step at a time, each when a test allows it.

/** The first step is free. */
export interface Steps {
  /** Resolves when the step at this place may be taken. */
  readonly before: (position: number) => Promise<void>;
  /** Allows one step more. */
  next(): void;
}

/** Steps for one run of one program. */
export function createSteps(): Steps {
  let allowed = 1;
  const waiting: (() => void)[] = [];
  return {
    before: (position) =>
      position < allowed ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve)),
    next() {
      allowed += 1;
      waiting.shift()?.();
    },
  };
}
