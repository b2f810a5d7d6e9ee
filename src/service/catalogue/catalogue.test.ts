import { describe, expect, test } from 'vitest';
import { sampleHardware } from './hardware.ts';
import { modelTypes, findSampleModel, sampleModels } from './sample-models.ts';

const day = /^\d{4}-\d{2}-\d{2}$/u;

describe('the sample models', () => {
  test('are of all seven types, each under an id of its own', () => {
    expect([...new Set(sampleModels.map(({ type }) => type))].sort()).toEqual([...modelTypes].sort());
    expect(new Set(sampleModels.map(({ id }) => id)).size).toBe(sampleModels.length);
    expect(sampleModels.length).toBeGreaterThanOrEqual(24);
  });

  test.each(sampleModels)('$id is complete', (model) => {
    expect(model.id).toMatch(/^[\w.-]+\/[\w.-]+$/u);
    expect(model.name).not.toMatch(/sample/iu);
    expect(model.license).not.toBe('');
    expect(model.contextLength).toSatisfy(Number.isSafeInteger);
    expect(model.contextLength).toBeGreaterThan(0);
    expect(model.released).toMatch(day);
    for (const price of Object.values(model.pricing)) {
      expect(Number.isFinite(price) && price >= 0).toBe(true);
    }
  });

  test.each(sampleModels)('$id is sold in some way', ({ pricing }) => {
    expect(pricing.input + (pricing.hourly ?? 0) + (pricing.base ?? 0)).toBeGreaterThan(0);
  });

  test('are found only by their exact id', () => {
    expect(findSampleModel('openai/gpt-oss-20b')?.name).toBe('gpt-oss 20B');
    expect(findSampleModel('OpenAI/gpt-oss-20b')).toBeNull();
    expect(findSampleModel('')).toBeNull();
    expect(findSampleModel('__proto__')).toBeNull();
  });

  test('carry the public prices', () => {
    expect(findSampleModel('deepseek-ai/DeepSeek-R1')).toMatchObject({
      contextLength: 163_839,
      pricing: { input: 3, output: 7 },
    });
  });
});

describe('the sample hardware', () => {
  test('has each configuration once', () => {
    expect(new Set(sampleHardware.map(({ id }) => id)).size).toBe(sampleHardware.length);
    expect(sampleHardware.length).toBeGreaterThanOrEqual(18);
  });

  test.each(sampleHardware)('$id is complete, and its price is dated', (row) => {
    const { gpu_memory: memory, gpu_link: link } = row.card;
    const [, count, named] = /^(\d)x_nvidia_[a-z0-9_]+_(\d+)gb_(?:pcie|sxm)$/u.exec(row.id) ?? [];
    expect(Number(count)).toBe(row.count);
    // The H200 of 141 GB is named after 140.
    expect(Math.abs(Number(named) - memory)).toBeLessThanOrEqual(1);
    expect(row.id.endsWith(`_${link}`)).toBe(true);
    expect(row.centsPerMinute).toBeGreaterThan(0);
    expect(row.priceDate).toMatch(day);
    expect(row.card.gpu_memory).toSatisfy(Number.isSafeInteger);
  });

  test.each(sampleHardware)('$id costs about as much per card as a single such card', (row) => {
    const single = sampleHardware.find(({ card, count }) => card === row.card && count === 1);
    const ratio = row.centsPerMinute / row.count / (single?.centsPerMinute ?? NaN);
    expect(ratio).toBeGreaterThanOrEqual(0.999);
    expect(ratio).toBeLessThan(1.1);
  });

  test('$/h of the dated list are the cents of the sample', () => {
    const dollarsAnHour = Object.fromEntries(
      sampleHardware.filter(({ count }) => count === 1).map((row) => [row.id, row.centsPerMinute * 0.6]),
    );
    expect(dollarsAnHour['1x_nvidia_h100_80gb_sxm']).toBeCloseTo(5.4);
    expect(dollarsAnHour['1x_nvidia_h200_140gb_sxm']).toBeCloseTo(6.6);
    expect(dollarsAnHour['1x_nvidia_b200_180gb_sxm']).toBeCloseTo(9);
  });
});
