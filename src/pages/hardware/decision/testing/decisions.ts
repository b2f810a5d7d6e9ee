// Worked example for tests.
import type { Decision, Terms } from '#pages/hardware/decision/decision.ts';

export const terms: Terms = {
  replicas: 1,
  growth: 'fixed',
  utilisation: 1,
  blend: 3,
  cachedShare: 0,
  cachedPrice: null,
  throughput: null,
  traffic: 150_000,
  period: 'month',
};

export const decision: Decision = {
  at: '2026-11-21T12:00:00.000Z',
  model: { id: 'meta-llama/Llama-3.3-70B', input: 0.88, output: 0.88, unit: 'dollars-million' },
  hardware: { id: '1x_nvidia_h100_80gb_sxm', centsPerMinute: 10.82, updatedAt: '2026-06-08T00:00:00Z' },
  terms,
};

export function serving(tokensPerMinute: number, change: Partial<Terms> = {}): Decision {
  const throughput = { tokensPerMinute, measuredAt: null };
  return { ...decision, terms: { ...terms, throughput, ...change } };
}
