// This machine as a hardware configuration.
import { cpus, totalmem } from 'node:os';

export interface Machine {
  /** Such as `1x_cpu_intel_xeon_processor_16gb`. */
  readonly id: string;
  readonly gpu_type: string;
  /** GiB, at least 1. */
  readonly gpu_memory: number;
  /** Unix milliseconds. */
  readonly measuredMs: number;
}

/** Within a container's memory limit. */
export function measureMachine(measuredMs: number): Machine {
  const limit = process.constrainedMemory();
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return describeMachine({ model: cpus()[0]?.model ?? '', architecture: process.arch, bytes }, measuredMs);
}

/** From the operating system; `model` may be empty or "unknown". */
interface Measured {
  readonly model: string;
  readonly architecture: string;
  readonly bytes: number;
}

export function describeMachine({ model, architecture, bytes }: Measured, measuredMs: number): Machine {
  const name = processorName(model) ?? architecture;
  const memory = Math.max(1, Math.floor(bytes / 2 ** 30));
  const slug = name
    .toLowerCase()
    .split(/[^a-z0-9]+/u)
    .filter((word) => word !== '')
    .join('_');
  return {
    id: `1x_cpu_${slug}_${memory}gb`,
    gpu_type: `${name} (CPU, not a GPU)`,
    gpu_memory: memory,
    measuredMs,
  };
}

/** `Intel(R) Core(TM) i7-8650U CPU @ 1.90GHz` becomes `Intel Core i7-8650U`. */
function processorName(model: string): string | null {
  const name = model
    .replaceAll(/\((?:R|TM|C)\)/giu, ' ')
    .replace(/@.*$/u, ' ')
    .replaceAll(/\b(?:CPU|\d+-Core Processor)\b/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, 80);
  return /[a-z0-9]/iu.test(name) && name.toLowerCase() !== 'unknown' ? name : null;
}
