// GET /hardware: configurations with their prices, and with ?model= those that can hold it and whether they can be had.
import type { Engine } from '#service/engine/engine.ts';
import { type Deployable, findDeployable } from '#service/hardware/compatibility.ts';
import type { Machine } from '#service/hardware/machine.ts';
import { allHardware, hardwareFor } from '#service/hardware/records.ts';
import { Refusal } from '#service/refusal.ts';
import type { Operation } from './operation.ts';

/** What the list is made from. */
export interface HardwareParts {
  readonly engine: Engine;
  readonly machine: Machine;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Models of every type can be placed, by their memory alone; one that nobody knows is 404, an empty name 400. */
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
    throw new Refusal(400, 'model must not be empty.', { code: 'invalid_value', param: 'model' });
  }
  const model = findDeployable(id, engine.models());
  if (model !== null) return model;
  const name = id.length > 100 ? `${id.slice(0, 100)}…` : id;
  throw new Refusal(404, `There is no model ${name}. GET /models lists those that can be deployed.`, {
    code: 'model_not_found',
    param: 'model',
  });
}
