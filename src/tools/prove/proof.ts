// Outcome of one step of `npm test`, and the closing line.

/** Counts are tests where the step has tests, otherwise one per check. */
export interface Proof {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Output to read after a failure; empty otherwise. */
  readonly details: string;
}

/** A check without tests of its own counts as one. */
export function checkProof(name: string, code: number, output: string): Proof {
  const ok = code === 0;
  return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, details: ok ? '' : output.trim() };
}

/** A step that throws counts as one failure. */
export async function settled(name: string, act: () => Promise<Proof>): Promise<Proof> {
  try {
    return await act();
  } catch (error) {
    return checkProof(name, 1, error instanceof Error ? error.message : String(error));
  }
}

/** Sums over all steps. Without a single passed test, `ok` is false and the line says so. */
export function closingLine(proofs: readonly Proof[]): { line: string; ok: boolean } {
  const sum = (pick: (proof: Proof) => number) => proofs.reduce((total, proof) => total + pick(proof), 0);
  const passed = sum((proof) => proof.passed);
  const failed = sum((proof) => proof.failed);
  const skipped = sum((proof) => proof.skipped);
  const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return { line, ok: failed === 0 && passed > 0 };
}
