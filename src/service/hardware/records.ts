// The Hardware records: this machine, then the sample catalogue, each of whose rows says that it is a sample.
import type { Hardware } from '#api/schema/hardware.ts';
import { SAMPLE_HARDWARE, type SampleHardware } from '#service/catalogue/sample-hardware.ts';
import { type Availability, availabilityAt, scarcityOf } from './availability.ts';
import { type Deployable, fits } from './compatibility.ts';
import type { Machine } from './machine.ts';

/** Every configuration, without availability. `updated_at` is when its price was noted, or the machine measured. */
export function allHardware(machine: Machine): readonly Hardware[] {
  return [machineRecord(machine), ...SAMPLE_HARDWARE.map((row) => sampleRecord(row))];
}

/**
 * The configurations that can hold a model, each with its availability at a time (milliseconds since 1970);
 * `updated_at` is then when that last changed. This machine is available to what runs on it, and compatible with
 * nothing else: the engine has no way to run the models of the catalogue.
 */
export function hardwareFor(model: Deployable, machine: Machine, timeMs: number): readonly Hardware[] {
  const here: Hardware = { ...machineRecord(machine), availability: { status: 'available' } };
  const samples = SAMPLE_HARDWARE.filter((row) => fits(model, memoryOf(row)));
  return [
    ...(model.runsHere ? [here] : []),
    ...samples.map((row) => withAvailability(row, availabilityAt(row.id, scarcityOf(memoryOf(row)), timeMs))),
  ];
}

function memoryOf({ card, count }: SampleHardware): number {
  return card.gpu_memory * count;
}

function machineRecord({ id, gpu_type, gpu_memory, measuredMs }: Machine): Hardware {
  return {
    object: 'hardware',
    id,
    pricing: { cents_per_minute: 0 },
    specs: { gpu_type, gpu_link: '', gpu_memory, gpu_count: 1 },
    updated_at: new Date(measuredMs).toISOString(),
  };
}

function sampleRecord({ id, card, count, centsPerMinute, priceDate }: SampleHardware, sinceMs = 0): Hardware {
  return {
    object: 'hardware',
    id,
    pricing: { cents_per_minute: centsPerMinute },
    specs: { ...card, gpu_count: count },
    sample: true,
    updated_at: new Date(Math.max(Date.parse(priceDate), sinceMs)).toISOString(),
  };
}

function withAvailability(row: SampleHardware, { status, sinceMs }: Availability): Hardware {
  return { ...sampleRecord(row, sinceMs), availability: { status, sample: true } };
}
