// Figures of a configuration that take more than its price: what it costs while it is used, and by what its cards can do.
import type { Hardware } from '#api/schema/hardware.ts';
import { inFormula, unknown, type Derived } from '#pricing/derived.ts';
import { rate } from '#pricing/rate.ts';
import { cardFacts } from './card-facts.ts';

/** Dollars for an hour of use: an idle machine still bills. `utilisation` in percent, above 0; null while either is not known. */
export function usedHour(hardware: Hardware, replicas: number | null, utilisation: number | null): Derived {
  const hour = rate(hardware, 'hour', 'whole', replicas);
  if (hour.value === null) return hour;
  if (utilisation === null) return unknown('The utilisation cannot be read.');
  const value = hour.value / (utilisation / 100);
  return {
    value,
    formula: `$${inFormula(hour.value)}/h ÷ ${inFormula(utilisation)} % used = $${inFormula(value)}/h`,
  };
}

/** $/h for each TB per second of memory bandwidth. */
export function perBandwidth(hardware: Hardware): Derived {
  return perFact(hardware, (facts) => facts.bandwidth / 1000, 'TB/s');
}

/** $/h for each dense BF16 tensor TFLOPS. */
export function perTflops(hardware: Hardware): Derived {
  return perFact(hardware, (facts) => facts.tflops, 'TFLOPS');
}

function perFact(
  hardware: Hardware,
  factOf: (facts: NonNullable<ReturnType<typeof cardFacts>>) => number,
  unit: string,
): Derived {
  const facts = cardFacts(hardware);
  if (facts === null) return unknown('What its card can do is not known here.');
  const gpu = rate(hardware, 'hour', 'gpu');
  if (gpu.value === null) return gpu;
  const fact = factOf(facts);
  const value = gpu.value / fact;
  return {
    value,
    formula: `$${inFormula(gpu.value)}/h per GPU ÷ ${inFormula(fact)} ${unit} = $${inFormula(value)}/h`,
  };
}
