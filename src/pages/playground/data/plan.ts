// Data run plan: template, rows, variants, models.
import * as z from 'zod/mini';
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import '#api/schema/jitless.ts';
import { numberFields } from '#api/schema/request-fields.ts';
import { serviceAddress, serverId } from '#connection/profiles.ts';
import { type Draft, type FieldError, readDraft } from '#draft/draft.ts';
import { fillTemplate, readTemplate, type Template } from '#draft/template.ts';
import { boundRequest, type CostBound, type PricedModel } from '#pricing/completion-cost.ts';

/** cell = row position × outputs + output position */
export interface RunPlan {
  readonly id: string;
  readonly startedAt: string;
  /** File name; empty if pasted. */
  readonly name: string;
  readonly draft: Draft;
  readonly columns: readonly string[];
  /** In data order; null for an unreadable row. */
  readonly rows: readonly (readonly string[] | null)[];
  /** From 1. */
  readonly rowNumbers: readonly number[];
  readonly outputs: readonly PlannedOutput[];
  /** Null in runs of older builds. */
  readonly service: z.infer<typeof ServiceOfRun> | null;
}

/** `key`: see `Client.serviceKey`; credentials may change. */
export const ServiceOfRun = z.object({ key: z.string(), baseUrl: z.string() });

/**
 * The budget used one service's prices, so only that service may resume the run: by its address, as a connection that
 * was forgotten and entered again has another id.
 */
export function isOwnService({ service }: RunPlan, client: Pick<Client, 'serviceKey'>): boolean {
  return service === null || serviceAddress(service.key) === serviceAddress(client.serviceKey());
}

/** What to do before it can be resumed; null on its own service. */
export function wayBack(plan: RunPlan, client: Pick<Client, 'serviceKey'>): string | null {
  if (plan.service === null || isOwnService(plan, client)) return null;
  const { key, baseUrl } = plan.service;
  const isReplaced = [key, client.serviceKey()].every((each) => each.startsWith(serverId));
  return isReplaced
    ? `Started on ${serviceAddress(key) ?? 'this server’s own models'}, whose place another service has taken: start the server as it was to resume.`
    : `Started on ${serviceAddress(key) ?? baseUrl}: switch to that connection to resume.`;
}

function cellCount({ rows, outputs }: RunPlan): number {
  return rows.length * outputs.length;
}

/** Null if unlimited or a price is unknown. */
export type Amounts = Pick<CostBound, 'tokens' | 'dollars'>;

export interface ReadPlan {
  readonly plan: RunPlan;
  readonly template: Template;
  readonly count: number;
  placeOf: (cell: number) => { readonly row: number; readonly output: PlannedOutput };
  promptOf: (row: number) => string;
  requestOf: (
    cell: number,
  ) =>
    | { readonly ok: true; readonly request: CompletionRequest; readonly bound: CostBound }
    | { readonly ok: false; readonly errors: readonly FieldError[] };
}

export function readPlan(plan: RunPlan): ReadPlan {
  const template = readTemplate(plan.draft.prompt);
  const columns = new Map(plan.columns.map((name, index) => [name, index]));
  const placeOf = (cell: number) => {
    const row = Math.floor(cell / plan.outputs.length);
    const output = plan.outputs[cell % plan.outputs.length];
    if (output === undefined || row >= plan.rows.length) throw new RangeError(`There is no cell ${cell}.`);
    return { row, output };
  };
  const promptOf = (row: number) =>
    fillTemplate(template, (name) => plan.rows[row]?.[columns.get(name) ?? -1] ?? '');
  return {
    plan,
    template,
    count: cellCount(plan),
    placeOf,
    promptOf,
    requestOf(cell) {
      const { row, output } = placeOf(cell);
      if (plan.rows[row] === null) return { ok: false, errors: [unreadableRow] };
      const reading = requestOf(plan.draft, output, promptOf(row));
      if (!reading.ok) return reading;
      return { ...reading, bound: boundRequest(reading.request, output) };
    },
  };
}

const unreadableRow: FieldError = {
  field: 'prompt',
  message: 'The stored copy of this row cannot be read, so it is not sent.',
};

/** A variant. An empty model or absent number is the draft's. */
export const Output = z.object({
  id: z.number(),
  model: z.string(),
  changes: z.partialRecord(z.enum(numberFields), z.string()),
});

export type Output = Readonly<z.infer<typeof Output>>;

/** With its model, fixed at Start. */
export type PlannedOutput = Output & PricedModel;

/** Without `n` and `echo`: each cell gets one answer without its prompt. */
export function draftOf(draft: Draft, { model, changes }: PlannedOutput): Draft {
  const { n: _, ...numbers } = { ...draft.numbers, ...changes };
  const { echo: __, ...others } = draft;
  return { ...others, model, numbers };
}

export function requestOf(
  draft: Draft,
  output: PlannedOutput,
  prompt: string,
):
  | { readonly ok: true; readonly request: CompletionRequest }
  | { readonly ok: false; readonly errors: readonly FieldError[] } {
  return readDraft({ ...draftOf(draft, output), prompt });
}

export function nameOutput({ model, changes }: PlannedOutput): string {
  const words = Object.entries(changes).map(([name, value]) => `${name} ${value.trim() || 'default'}`);
  return [model, ...words].join(' · ');
}

/** A, B, C. */
export function outputLetter(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : `#${index + 1}`;
}
