// Data run readiness: request count, maximum cost, obstacles.
import { useMemo } from 'react';
import type { Client } from '#api/client.ts';
import { useDraft } from '#draft/draft-store.ts';
import { readTemplate, variablesOf, type Template } from '#draft/template.ts';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { addBounds, pricedModel } from '#pricing/completion-cost.ts';
import { useTokenUnit } from '#pricing/units.ts';
import { type BudgetUnit, estimateOutput, measureValues } from './budget.ts';
import { useData } from './data-store.ts';
import type { RunLimits } from './pause-reason.ts';
import { requestOf, type PlannedOutput, type Amounts, type RunPlan } from './plan.ts';
import { chooseRows, boundUnit, readSetup, useSetup } from './setup-store.ts';

export interface Readiness {
  readonly template: Template;
  readonly missing: readonly string[];
  readonly unused: readonly string[];
  readonly rowCount: number;
  readonly emptyRows: number;
  readonly outputs: readonly PlannedOutput[];
  readonly requests: number;
  readonly amounts: Amounts;
  readonly unit: BudgetUnit;
  readonly hasPrices: boolean;
  readonly limits: RunLimits | null;
  /** Sentences; empty if the run can start. */
  readonly obstacles: readonly string[];
  /** Invalid while there are obstacles. */
  readonly makePlan: (client: Client) => RunPlan;
}

export function useReadiness(): Readiness {
  const draft = useDraft((state) => state.draft);
  const data = useData((state) => state.data);
  const source = useData((state) => state.source);
  const setup = useSetup();
  const { model, models, isLoading } = useModel(draft.model);
  const { unit: priceUnit } = useTokenUnit();
  const template = useMemo(() => readTemplate(draft.prompt), [draft.prompt]);

  const outputs = setup.outputs.map((output) => {
    const id = output.model.trim() || model;
    return { ...output, model: id, ...pricedModel(models, id, priceUnit) };
  });
  const hasPrices = !outputs.some(({ prices }) => prices === null);
  const reading = readSetup(setup, hasPrices);
  const { choice } = reading;
  const chosen = useMemo(
    () => (data === null || choice === null ? [] : chooseRows(data.rows.length, choice)),
    // oxlint-disable-next-line react/exhaustive-deps -- a render reads a new choice: its value counts
    [data, JSON.stringify(choice)],
  );
  const variables = variablesOf(template);
  const sizes = useMemo(
    () => measureValues(data?.rows ?? [], chosen, variables, data?.columns ?? []),
    // oxlint-disable-next-line react/exhaustive-deps -- a render reads a new list: only another variable counts, not the text between them
    [data, chosen, variables.join('\n')],
  );

  const requests = outputs.map((output) => requestOf(draft, output, draft.prompt));
  const errors = requests.flatMap((each) => (each.ok ? [] : each.errors.map(({ message }) => message)));
  const amounts = addBounds(
    outputs.map((output, index) => {
      const request = requests[index];
      const maxTokens = request?.ok === true ? request.request.max_tokens : undefined;
      return estimateOutput(chosen.length, sizes, template, { ...output, maxTokens });
    }),
  );
  const missing = data === null ? [] : template.names.filter((name) => !data.columns.includes(name));
  const unused = data === null ? [] : data.columns.filter((name) => !template.names.includes(name));
  const limits = reading.ok ? reading.limits : null;

  const obstacles = [
    ...(data === null ? ['Open data first.'] : []),
    // Prices, contexts and service are fixed at Start.
    ...(isLoading ? ['Loading models.'] : []),
    ...(data !== null && chosen.length === 0 && reading.choice !== null ? ['There are no rows to run.'] : []),
    ...(draft.prompt === '' ? ['Write a prompt.'] : []),
    ...missing.map((name) => `No column named “${name}”.`),
    ...(reading.ok ? [] : [reading.message]),
    ...new Set(errors),
    ...(limits !== null && limits.bound !== null && amounts.tokens === null
      ? ['A budget needs max_tokens: the service does not state how long an answer can be.']
      : []),
  ];
  return {
    template,
    missing,
    unused,
    rowCount: chosen.length,
    emptyRows: sizes.emptyRows,
    outputs,
    requests: chosen.length * outputs.length,
    amounts,
    unit: boundUnit(setup.unit, setup.bound, hasPrices),
    hasPrices,
    limits,
    obstacles,
    makePlan: (client) => ({
      id: crypto.randomUUID(),
      startedAt: new Date().toISOString(),
      name: source?.name ?? '',
      draft,
      columns: data?.columns ?? [],
      rows: chosen.flatMap((index) => (data?.rows[index] ? [data.rows[index]] : [])),
      rowNumbers: chosen.map((index) => index + 1),
      outputs,
      service: { key: client.serviceKey(), baseUrl: client.baseUrl },
    }),
  };
}
