// GET /hardware: sample configurations, prices, compatibility and availability.
import type { Hardware } from '#api/schema/hardware.ts';
import { shorten } from '#lib/unicode.ts';
import type { Engine, EngineModel } from '#service/engine/engine.ts';
import { HttpError } from '#service/http/http-error.ts';
import { endpoints, jsonAnswer, type Operation } from '#service/http/operation.ts';
import { type Availability, availabilityAt, scarcityOf } from './availability.ts';
import { guardModel } from './models.ts';
import { findSampleModel } from './sample-models.ts';
import { cpus, totalmem } from 'node:os';

interface HardwareParts {
  readonly engine: Engine;
  readonly machine: Machine;
  /** Unix milliseconds. */
  readonly clock: () => number;
}

/** 404 for an unknown model, 400 for an empty one. */
export function listHardware({ engine, machine, clock }: HardwareParts): Operation {
  return {
    ...endpoints.hardware,
    answer({ request }) {
      const id = new URL(request.url).searchParams.get('model');
      const data =
        id === null ? allHardware(machine) : hardwareFor(requireModel(id, engine), machine, clock());
      return jsonAnswer(JSON.stringify({ object: 'list', data }));
    },
  };
}

function requireModel(id: string, engine: Engine): Deployable {
  if (id === '') {
    throw new HttpError(400, 'model must not be empty.', { code: 'invalid_value', param: 'model' });
  }
  const model = findDeployable(id, engine.models());
  if (model !== null) return model;
  throw new HttpError(
    404,
    `There is no model ${shorten(id, 100)}. GET /models lists those that can be deployed.`,
    {
      code: 'model_not_found',
      param: 'model',
    },
  );
}

/** `updated_at` is when the price was noted or the machine measured. */
function allHardware(machine: Machine): readonly Hardware[] {
  return [machineRecord(machine), ...sampleHardware.map((row) => sampleRecord(row))];
}

/** `updated_at` is when availability last changed. */
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

interface Deployable {
  readonly runsHere: boolean;
  /** GB; null without weights to deploy. */
  readonly weightsGb: number | null;
}

/** A fifth more, for KV cache and activations. */
export const memoryOverhead = 1.2;

/** The engine computes in 32-bit floats. */
const bytesPerParameter = 4;

/** Null for an unknown id. The moderation model is a word list. */
export function findDeployable(id: string, running: readonly EngineModel[]): Deployable | null {
  if (id === guardModel.id) return { runsHere: true, weightsGb: null };
  const here = running.find((model) => model.id === id);
  if (here !== undefined) {
    return { runsHere: true, weightsGb: (here.parameterCount * bytesPerParameter) / 1e9 };
  }
  const sample = findSampleModel(id);
  return sample === null ? null : { runsHere: false, weightsGb: sample.weightsGb };
}

export function fits({ weightsGb }: Deployable, memoryGb: number): boolean {
  return weightsGb !== null && weightsGb * memoryOverhead <= memoryGb;
}

interface Card {
  readonly gpu_type: string;
  readonly gpu_link: string;
  readonly gpu_memory: number;
}

/** `centsPerMinute` is for all cards together. */
interface SampleHardware {
  readonly id: string;
  readonly card: Card;
  readonly count: number;
  readonly centsPerMinute: number;
  /** YYYY-MM-DD. */
  readonly priceDate: string;
}

/** Public dedicated price list of a hosted service with this API, per card. */
const dedicated = '2026-07-07';

/** An older list (day unknown) that prices only two A100 SXM cards; one is half. */
const dedicated2025 = '2025-01-01';

/** Made up for comparison; no vendor's price. */
const ownFigure = '2026-07-07';

const rtx6000Ada: Card = { gpu_type: 'rtx-6000-ada', gpu_link: 'pcie', gpu_memory: 48 };
const l40: Card = { gpu_type: 'l40', gpu_link: 'pcie', gpu_memory: 48 };
const l40s: Card = { gpu_type: 'l40s', gpu_link: 'pcie', gpu_memory: 48 };
const a100Pcie: Card = { gpu_type: 'a100-80gb', gpu_link: 'pcie', gpu_memory: 80 };
const a100Sxm: Card = { gpu_type: 'a100-80gb', gpu_link: 'sxm', gpu_memory: 80 };
const h100Sxm: Card = { gpu_type: 'h100-80gb', gpu_link: 'sxm', gpu_memory: 80 };
/** Named 140 GB, has 141. */
const h200Sxm: Card = { gpu_type: 'h200-140gb', gpu_link: 'sxm', gpu_memory: 141 };
const b200Sxm: Card = { gpu_type: 'b200-180gb', gpu_link: 'sxm', gpu_memory: 180 };

export const sampleHardware: readonly SampleHardware[] = [
  offer(rtx6000Ada, 1, 1.7, ownFigure),
  offer(rtx6000Ada, 2, 3.4, ownFigure),
  offer(l40, 1, 1.65, ownFigure),
  offer(l40s, 1, 2.1, ownFigure),
  offer(l40s, 2, 4.35, ownFigure),
  offer(a100Pcie, 1, 2.45, ownFigure),
  offer(a100Sxm, 1, 2.71, dedicated2025),
  offer(a100Sxm, 2, 5.42, dedicated2025),
  offer(a100Sxm, 4, 11.2, ownFigure),
  offer(a100Sxm, 8, 22.8, ownFigure),
  offer(h100Sxm, 1, 9, dedicated),
  offer(h100Sxm, 2, 18, dedicated),
  offer(h100Sxm, 4, 36, dedicated),
  offer(h100Sxm, 8, 72, dedicated),
  offer(h200Sxm, 1, 11, dedicated),
  offer(h200Sxm, 8, 88, dedicated),
  offer(b200Sxm, 1, 15, dedicated),
  offer(b200Sxm, 8, 120, dedicated),
];

function offer(card: Card, count: number, centsPerMinute: number, priceDate: string): SampleHardware {
  const model = card.gpu_type.replaceAll('-', '_');
  const memory = /_\d+gb$/u.test(model) ? '' : `_${card.gpu_memory}gb`;
  const id = `${count}x_nvidia_${model}${memory}_${card.gpu_link}`;
  return { id, card, count, centsPerMinute, priceDate };
}

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
