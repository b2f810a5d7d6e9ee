// GET /hardware: configurations with prices; with ?model=, compatibility and availability.
import type { Hardware } from '#api/schema/hardware.ts';
import type { Engine } from '#service/engine/engine.ts';
import { type Availability, availabilityAt, scarcityOf } from './availability.ts';
import { type Deployable, findDeployable, fits } from './compatibility.ts';
import type { Machine } from './machine.ts';
import { HttpError } from '#service/http/http-error.ts';
import type { Operation } from '#service/http/operation.ts';
import { sampleHardware, type SampleHardware } from './sample-hardware.ts';

interface HardwareParts {
  readonly engine: Engine;
  readonly machine: Machine;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Models of any type are matched by memory alone; an unknown one is 404, an empty name 400. */
export function listHardware({ engine, machine, clock }: HardwareParts): Operation {
  return {
    method: 'GET',
    path: '/v1/hardware',
    query: ['model'],
    answer({ request }) {
      const id = new URL(request.url).searchParams.get('model');
      const data =
        id === null ? allHardware(machine) : hardwareFor(requireModel(id, engine), machine, clock());
      return Response.json({ object: 'list', data });
    },
  };
}

function requireModel(id: string, engine: Engine): Deployable {
  if (id === '') {
    throw new HttpError(400, 'model must not be empty.', { code: 'invalid_value', param: 'model' });
  }
  const model = findDeployable(id, engine.models());
  if (model !== null) return model;
  const name = id.length > 100 ? `${id.slice(0, 100)}…` : id;
  throw new HttpError(404, `There is no model ${name}. GET /models lists those that can be deployed.`, {
    code: 'model_not_found',
    param: 'model',
  });
}

/** Without availability. `updated_at` is when the price was noted or the machine measured. */
function allHardware(machine: Machine): readonly Hardware[] {
  return [machineRecord(machine), ...sampleHardware.map((row) => sampleRecord(row))];
}

/**
 * The configurations that can hold a model, with availability at a time (milliseconds since 1970); `updated_at` is
 * when availability last changed. This machine is compatible only with models that run on it: the engine cannot run
 * the catalogue's models.
 */
function hardwareFor(model: Deployable, machine: Machine, timeMs: number): readonly Hardware[] {
  const here: Hardware = { ...machineRecord(machine), availability: { status: 'available' } };
  const samples = sampleHardware.filter((row) => fits(model, memoryOf(row)));
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
