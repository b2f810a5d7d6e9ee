import { expect, test } from 'vitest';
import { describeMachine, measureMachine } from './hardware.ts';

const gib = 2 ** 30;

test.each([
  ['Intel(R) Xeon(R) Processor', '1x_cpu_intel_xeon_processor_16gb', 'Intel Xeon Processor'],
  ['Intel(R) Core(TM) i7-8650U CPU @ 1.90GHz', '1x_cpu_intel_core_i7_8650u_16gb', 'Intel Core i7-8650U'],
  ['AMD Ryzen 9 7950X 16-Core Processor            ', '1x_cpu_amd_ryzen_9_7950x_16gb', 'AMD Ryzen 9 7950X'],
  ['Apple M4 Pro', '1x_cpu_apple_m4_pro_16gb', 'Apple M4 Pro'],
  ['', '1x_cpu_arm64_16gb', 'arm64'],
  ['unknown', '1x_cpu_arm64_16gb', 'arm64'],
  ['処理装置', '1x_cpu_arm64_16gb', 'arm64'],
])('%j is %s', (model, id, name) => {
  const machine = describeMachine({ model, architecture: 'arm64', bytes: 16.9 * gib }, 5);
  expect(machine).toEqual({ id, gpu_type: `${name} (CPU, not a GPU)`, gpu_memory: 16, measuredMs: 5 });
});

test('less than one GB counts as one', () => {
  expect(describeMachine({ model: 'x', architecture: 'x64', bytes: 5 }, 0).gpu_memory).toBe(1);
});

test('the machine of this test can be measured', () => {
  const machine = measureMachine(7);
  expect(machine.id).toMatch(/^1x_cpu_[a-z0-9_]+_\d+gb$/u);
  expect(machine.gpu_memory).toSatisfy(Number.isSafeInteger);
  expect(machine.measuredMs).toBe(7);
});
