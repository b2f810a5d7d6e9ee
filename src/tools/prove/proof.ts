// One step of the proof and what it found.

/** What a step of `npm test` found; counts are tests where the step has tests, else one a check. */
export interface Proof {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What a person needs to read when something failed; empty otherwise. */
  readonly details: string;
}

/** A check without tests of its own counts as one. */
export function checkProof(name: string, code: number, output: string): Proof {
  const ok = code === 0;
  return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, details: ok ? '' : output.trim() };
}

/** What a step found; one that broke has failed once. */
export async function settled(name: string, act: () => Promise<Proof>): Promise<Proof> {
  try {
    return await act();
  } catch (error) {
    return checkProof(name, 1, error instanceof Error ? error.message : String(error));
  }
}

/** The closing line: sums over all steps. A proof without a single passed test is a failure, and says so. */
export function closingLine(proofs: readonly Proof[]): { line: string; ok: boolean } {
  const sum = (pick: (proof: Proof) => number) => proofs.reduce((total, proof) => total + pick(proof), 0);
  const passed = sum((proof) => proof.passed);
  const failed = sum((proof) => proof.failed);
  const skipped = sum((proof) => proof.skipped);
  const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return { line, ok: failed === 0 && passed > 0 };
}
