// What a run works through, fixed at Start: the template, the rows, the outputs and what is known of their models.
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { NumberField } from '#api/schema/request-fields.ts';
import { type Draft, type FieldError, readDraft } from '#draft/draft.ts';
import { fillTemplate, readTemplate, type Template } from '#draft/template.ts';
import { boundRequest, type CostBound, type PricedModel } from '#pricing/completion-cost.ts';

/** Cells are counted row by row: cell = place of the row × outputs + place of the output. */
export interface RunPlan {
  readonly id: string;
  readonly startedAt: string;
  /** Of the file; empty for what was pasted. */
  readonly name: string;
  /** Its prompt has the variables. */
  readonly draft: Draft;
  readonly columns: readonly string[];
  /** The chosen rows, in the order of the data; null for one that was kept and cannot be read any more. */
  readonly rows: readonly (readonly string[] | null)[];
  /** Which row of the data each is, counted from 1. */
  readonly rowNumbers: readonly number[];
  readonly outputs: readonly (Output & OutputModel)[];
  /** Whose models and prices these are; null where an older build kept the run. */
  readonly service: ServiceOfRun | null;
}

/** The service that a run was started on. */
interface ServiceOfRun {
  /** See `Client.serviceKey`: credentials may change. */
  readonly key: string;
  readonly baseUrl: string;
}

/** Whether a run may go on with a client: its bound was reckoned with the prices of one service. */
export function isOwnService({ service }: RunPlan, client: Pick<Client, 'serviceKey'>): boolean {
  return service === null || service.key === client.serviceKey();
}

/** How many requests the plan is. */
function cellCount({ rows, outputs }: RunPlan): number {
  return rows.length * outputs.length;
}

/** The most that a request can cost; null where nothing limits it, or a price is not known. */
export type Amounts = Pick<CostBound, 'tokens' | 'dollars'>;

/** A plan that can be asked for its cells. */
export interface ReadPlan {
  readonly plan: RunPlan;
  readonly template: Template;
  readonly count: number;
  placeOf: (cell: number) => { readonly row: number; readonly output: Output & OutputModel };
  promptOf: (row: number) => string;
  requestOf: (
    cell: number,
  ) =>
    | { readonly ok: true; readonly request: CompletionRequest; readonly bound: CostBound }
    | { readonly ok: false; readonly errors: readonly FieldError[] };
}

/** Reads the template once for all cells. */
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
      const reading = requestOf(plan.draft, output, output.model, promptOf(row));
      if (!reading.ok) return reading;
      return { ...reading, bound: boundRequest(reading.request, output) };
    },
  };
}

const unreadableRow: FieldError = {
  field: 'prompt',
  message: 'The browser’s copy of this row cannot be read, so it is not sent.',
};

/** One output of every row. An empty model is the draft's; a number that is not there is the draft's too. */
export interface Output {
  readonly id: number;
  readonly model: string;
  readonly changes: Readonly<Partial<Record<NumberField, string>>>;
}

/** What is known of an output's model, fixed when a run starts; null is "not known". */
export interface OutputModel extends PricedModel {
  readonly model: string;
}

/** The draft as an output asks it. Every cell gets one answer, without the prompt in it: `n` and `echo` are left out. */
export function draftOf(draft: Draft, output: Output, model: string): Draft {
  const { n: _, ...numbers } = { ...draft.numbers, ...output.changes };
  const { echo: __, ...others } = draft;
  return { ...others, model, numbers };
}

/** The request of a cell whose prompt is filled, or every field that prevents it. */
export function requestOf(
  draft: Draft,
  output: Output,
  model: string,
  prompt: string,
):
  | { readonly ok: true; readonly request: CompletionRequest }
  | { readonly ok: false; readonly errors: readonly FieldError[] } {
  return readDraft({ ...draftOf(draft, output, model), prompt });
}

/** How an output is called where several stand side by side: its model, and what is changed. */
export function nameOutput(output: Output, model: string): string {
  const changes = Object.entries(output.changes).map(([name, value]) => `${name} ${value}`);
  return [model, ...changes].join(' · ');
}

/** What an output is called in the head of a column, where its name would not fit: A, B, C. */
export function outputLetter(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : `#${index + 1}`;
}
