// Steps that a program takes one at a time, each when a test allows it.

/** The first step is free. */
export interface Steps {
  /** Resolves when the step at this position is allowed. */
  readonly before: (position: number) => Promise<void>;
  next(): void;
}

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
