import { describe, expect, test } from 'vitest';
import { sampleHardware } from './sample-hardware.ts';
import { sampleModels } from './sample-models.ts';
import type { EngineModel } from '#service/engine/engine.ts';
import { findDeployable, fits, overhead } from './compatibility.ts';

const tale: EngineModel = {
  id: 'inferdeck/tale-1m',
  contextLength: 256,
  vocabSize: 1024,
  parameterCount: 935_040,
  created: 1,
  description: '',
};

/** The ids of the sample configurations that hold a model. */
function hardwareOf(id: string): readonly string[] {
  const model = findDeployable(id, [tale]);
  if (model === null) throw new Error(`${id} is unknown`);
  return sampleHardware
    .filter(({ card, count }) => fits(model, card.gpu_memory * count))
    .map((row) => row.id);
}

test.each([
  ['openai/gpt-oss-120b', '1x_nvidia_h100_80gb_sxm', '1x_nvidia_l40s_48gb_pcie'],
  ['meta-llama/Llama-3.3-70B-Instruct', '1x_nvidia_b200_180gb_sxm', '2x_nvidia_h100_80gb_sxm'],
  ['meta-llama/Llama-3.3-70B-Instruct', '4x_nvidia_a100_80gb_sxm', '1x_nvidia_h200_140gb_sxm'],
  ['deepseek-ai/DeepSeek-R1', '8x_nvidia_h200_140gb_sxm', '8x_nvidia_h100_80gb_sxm'],
  ['Qwen/Qwen3.5-9B', '1x_nvidia_l40_48gb_pcie', null],
  ['Qwen/Qwen2.5-Coder-32B-Instruct', '1x_nvidia_a100_80gb_pcie', '1x_nvidia_l40s_48gb_pcie'],
])('%s runs on %s and not on %s, as it does elsewhere', (model, enough, tooLittle) => {
  expect(hardwareOf(model)).toContain(enough);
  expect(hardwareOf(model)).not.toContain(tooLittle);
});

describe('of every model of the catalogue', () => {
  test.each(sampleModels)(
    '$id: some configuration holds it, and every larger one does',
    ({ id, weightsGb }) => {
      const compatible = new Set(hardwareOf(id));
      expect(compatible.size).toBeGreaterThan(0);
      for (const row of sampleHardware) {
        expect(compatible.has(row.id)).toBe(weightsGb * overhead <= row.card.gpu_memory * row.count);
      }
    },
  );

  test.each(sampleModels.filter(({ pricing }) => pricing.hourly !== undefined))(
    '$id: its hourly price is that of the cheapest configuration which holds it',
    ({ id, pricing }) => {
      const compatible = hardwareOf(id);
      const prices = sampleHardware
        .filter((row) => compatible.includes(row.id))
        .map(({ centsPerMinute }) => centsPerMinute * 0.6);
      expect(pricing.hourly).toBeCloseTo(Math.min(...prices));
    },
  );
});

test('not all models fit everywhere, and not all only on the largest', () => {
  const counts = sampleModels.map(({ id }) => hardwareOf(id).length);
  expect(Math.min(...counts)).toBe(2);
  expect(Math.max(...counts)).toBe(sampleHardware.length);
  expect(new Set(counts).size).toBeGreaterThan(4);
});

test('what runs here is small enough for everything', () => {
  expect(findDeployable(tale.id, [tale])).toEqual({ runsHere: true, weightsGb: 935_040 * 4e-9 });
  expect(hardwareOf(tale.id)).toHaveLength(sampleHardware.length);
});

test('a list of words runs here and can be brought nowhere', () => {
  expect(findDeployable('inferdeck/guard-words', [tale])).toEqual({ runsHere: true, weightsGb: null });
  expect(hardwareOf('inferdeck/guard-words')).toEqual([]);
});

test('a model that nobody knows is none', () => {
  expect(findDeployable('inferdeck/tale-2m', [tale])).toBeNull();
  expect(findDeployable(tale.id, [])).toBeNull();
});
