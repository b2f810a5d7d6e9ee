// Test log writers for every format.

/** Absent figures were not measured. */
export interface LoggedStep {
  readonly step: number;
  readonly epoch: number;
  readonly loss?: number;
  readonly evalLoss?: number;
  readonly rate?: number;
}

/** Python's spelling of NaN and infinity. */
function python(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return String(value);
}

/** Python's JSON has bare NaN and Infinity. */
function bareJson(value: number): string {
  return String(value);
}

function members(pairs: readonly (readonly [string, string | undefined])[], quote = '"'): string {
  return pairs
    .flatMap(([key, value]) => (value === undefined ? [] : [`${quote}${key}${quote}: ${value}`]))
    .join(', ');
}

const maybe = (value: number | undefined, spell: (value: number) => string) =>
  value === undefined ? undefined : spell(value);

/** A trainer's state: separate training and evaluation rows, and the run's mean at the end. */
export function trainerState(rows: readonly LoggedStep[]): string {
  const history = rows.flatMap(({ step, epoch, loss, evalLoss, rate }) => [
    ...(loss === undefined && rate === undefined
      ? []
      : [
          members([
            ['epoch', bareJson(epoch)],
            ['learning_rate', maybe(rate, bareJson)],
            ['loss', maybe(loss, bareJson)],
            ['step', String(step)],
          ]),
        ]),
    ...(evalLoss === undefined
      ? []
      : [
          members([
            ['epoch', bareJson(epoch)],
            ['eval_loss', bareJson(evalLoss)],
            ['eval_runtime', '1.5'],
            ['step', String(step)],
          ]),
        ]),
  ]);
  history.push('"epoch": 3.0, "step": 99999, "total_flos": 0.0, "train_loss": 77.7, "train_runtime": 12.5');
  return `{\n  "best_metric": null,\n  "log_history": [\n${history
    .map((row) => `    {\n      ${row.replaceAll(', "', ',\n      "')}\n    }`)
    .join(',\n')}\n  ],\n  "stateful_callbacks": {"TrainerControl": {"args": {"should_log": false}}}\n}\n`;
}

/** As LLaMA-Factory writes them; `isOld` has `current_steps` and `lr`. */
export function factoryLog(rows: readonly LoggedStep[], isOld: boolean): string {
  return rows
    .map(
      ({ step, epoch, loss, evalLoss, rate }) =>
        `{${members([
          [isOld ? 'current_steps' : 'step', String(step)],
          ['total_steps', '100000'],
          ['loss', maybe(loss, bareJson)],
          ['eval_loss', maybe(evalLoss, bareJson)],
          [isOld ? 'lr' : 'learning_rate', maybe(rate, bareJson)],
          ['epoch', bareJson(epoch)],
          ['percentage', '1.5'],
          ['elapsed_time', '"0:00:10"'],
        ])}}\n`,
    )
    .join('');
}

/** Dictionaries with the step only in the bar before them, colours, a prefix, and other text. */
export function consoleLog(rows: readonly LoggedStep[], areStrings = false): string {
  const spell = (value: number) => (areStrings ? `'${python(value)}'` : python(value));
  const lines = rows.flatMap(({ step, epoch, loss, evalLoss, rate }) => [
    ...Array.from(
      { length: Math.min(3, step) },
      (_, index) =>
        `\r  1%|\u2588         | ${step - Math.min(3, step) + index + 1}/100000 [1:02:03<58:00,  1.72s/it]`,
    ),
    ...(loss === undefined
      ? []
      : [
          `\u001B[32m[INFO]\u001B[0m {${members(
            [
              ['loss', spell(loss)],
              ['learning_rate', maybe(rate, spell)],
              ['epoch', spell(epoch)],
            ],
            "'",
          )}}\n`,
        ]),
    ...(evalLoss === undefined
      ? []
      : [
          '\n  0%|          | 0/25 [00:00<?, ?it/s]\r100%|\u2588\u2588| 25/25 [00:04<00:00,  6.1it/s]\n',
          `{${members(
            [
              ['eval_loss', spell(evalLoss)],
              ['epoch', spell(epoch)],
            ],
            "'",
          )}}\n`,
        ]),
  ]);
  const end = "{'train_runtime': 9.5, 'train_loss': 77.7, 'epoch': 3.0}\n";
  return `Loading checkpoint shards: 100%|\u2588| 4/4 [00:01<00:00]\nTrainingArguments(learning_rate=5e-05,\n${lines.join('')}${end}`;
}

/** W&B's chart of one metric over several runs, with minimum and maximum. */
export function wandbCsv(
  metric: string,
  runs: ReadonlyMap<string, ReadonlyMap<number, number>>,
  x = 'Step',
): string {
  const names = [...runs.keys()];
  const heads = names.flatMap((name) => ['', '__MIN', '__MAX'].map((end) => `${name} - ${metric}${end}`));
  const steps = new Set<number>();
  for (const points of runs.values()) for (const step of points.keys()) steps.add(step);
  const rows = [...steps]
    .toSorted((one, other) => one - other)
    .map((step) =>
      [
        String(step),
        ...names.flatMap((name) => {
          const value = runs.get(name)?.get(step);
          const cell = value === undefined ? '' : String(value);
          return [cell, cell, cell];
        }),
      ]
        .map((cell) => `"${cell}"`)
        .join(','),
    );
  return [[x, ...heads].map((head) => `"${head}"`).join(','), ...rows].join('\n');
}

export function tensorBoardCsv(points: ReadonlyMap<number, number>, startS = 1_770_000_000): string {
  return [
    'Wall time,Step,Value',
    ...[...points].map(([step, value]) => `${startS + step}.25,${step},${value}`),
  ].join('\r\n');
}

export function tensorBoardJson(points: ReadonlyMap<number, number>, startS = 1_770_000_000): string {
  return `[${[...points].map(([step, value]) => `[${startS + step}.25, ${step}, ${value}]`).join(', ')}]`;
}

/** A hosted fine-tune's result; cells are empty where nothing was validated. */
export function resultCsv(rows: readonly LoggedStep[]): string {
  return [
    'step,train_loss,train_accuracy,valid_loss,valid_mean_token_accuracy',
    ...rows.map(({ step, loss, evalLoss }) => `${step},${loss ?? ''},0.5,${evalLoss ?? ''},`),
  ].join('\n');
}

/** Rows of metrics as the service returns them. */
export function metricsJson(rows: readonly LoggedStep[], startMs = 1_770_000_000_000): string {
  const entries = rows.flatMap(({ step, epoch, loss, evalLoss, rate }) => [
    `{${members([
      ['timestamp', `${startMs + step}000000`],
      ['train/global_step', String(step)],
      ['train/epoch', String(epoch)],
      ['train/loss', maybe(loss, bareJson)],
      ['train/learning_rate', maybe(rate, bareJson)],
    ])}}`,
    ...(evalLoss === undefined
      ? []
      : [
          `{${members([
            ['train/global_step', String(step)],
            ['eval/loss', bareJson(evalLoss)],
          ])}}`,
        ]),
  ]);
  return `{"metrics": [${entries.join(', ')}]}`;
}
