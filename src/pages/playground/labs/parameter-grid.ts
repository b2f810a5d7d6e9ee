// Parameter grid form and requests.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { readCompletionRequest, type CompletionRequest } from '#api/schema/completion-request.ts';
import { numberFields, requestFields, type NumberField } from '#api/schema/request-fields.ts';
import { trueMinus } from '#lib/format.ts';
import { parseNumber } from '#ui/number-text.ts';

/** Without `n`. */
export const axisParameters: readonly NumberField[] = numberFields.filter(
  (name) => requestFields[name].isAxis,
);

/** Values separated by commas or spaces. */
export const Axis = z.object({ parameter: z.enum(axisParameters), values: z.string() });
export type Axis = z.infer<typeof Axis>;

export interface GridForm {
  readonly across: Axis;
  readonly down: Axis;
  /** Choices per cell. */
  readonly n: string;
}

const PlannedAxis = z.object({ ...Axis.shape, values: z.readonly(z.array(z.number())) });

/** Runs go row by row. */
export const GridPlan = z.object({ across: PlannedAxis, down: PlannedAxis });
export type GridPlan = z.infer<typeof GridPlan>;

const maxCells = 100;

type GridReading =
  | { readonly ok: true; readonly plan: GridPlan; readonly requests: readonly CompletionRequest[] }
  | { readonly ok: false; readonly message: string };

/** Everything but the two parameters, n and logprobs is the draft's. */
export function readGrid(draft: CompletionRequest, form: GridForm): GridReading {
  if (form.across.parameter === form.down.parameter) return refuse('Choose two different parameters.');
  const across = readValues(form.across);
  const down = readValues(form.down);
  if (typeof across === 'string') return refuse(across);
  if (typeof down === 'string') return refuse(down);
  const n = parseNumber(form.n);
  if (n === undefined || n === null) return refuse('The number of choices per cell must be a number.');
  const cells = across.length * down.length;
  if (cells > maxCells) return refuse(`That makes ${cells} cells; a grid has at most ${maxCells}.`);
  const requests: CompletionRequest[] = [];
  for (const y of down) {
    for (const x of across) {
      const cell = { [form.across.parameter]: x, [form.down.parameter]: y, n, logprobs: 1 };
      const reading = readCompletionRequest({ ...draft, ...cell });
      if (!reading.ok) return refuse(reading.message);
      requests.push(reading.request);
    }
  }
  const plan = {
    across: { parameter: form.across.parameter, values: across },
    down: { parameter: form.down.parameter, values: down },
  };
  return { ok: true, plan, requests };
}

function refuse(message: string): GridReading {
  return { ok: false, message };
}

/** Or what is wrong with them. */
export function readValues({ parameter, values }: Axis): readonly number[] | string {
  const [ambiguous] = /\d+(?:,\d{3})+(?!\d)/.exec(values) ?? [];
  if (ambiguous !== undefined)
    return `${parameter}: “${ambiguous}” could be one value or several; put a space after each separating comma.`;
  const texts = values.split(/[\s,;]+/).filter((text) => text !== '');
  if (texts.length === 0) return `Enter at least one value of ${parameter}.`;
  const { schema, rule } = requestFields[parameter];
  const numbers: number[] = [];
  for (const text of texts) {
    const value = parseNumber(text);
    if (value === undefined || value === null) return `${parameter}: “${text}” is not a number.`;
    if (!schema.safeParse(value).success) return `${parameter}: “${text}” is not ${trueMinus(rule)}.`;
    if (numbers.includes(value)) return `${parameter}: ${text} is listed twice.`;
    numbers.push(value);
  }
  return numbers;
}
