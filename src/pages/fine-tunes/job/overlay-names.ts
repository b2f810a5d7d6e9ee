// Names of fine-tunes that are drawn together.
import { fineTuneName } from '#api/fine-tune-status.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';

const settings: readonly {
  readonly word: string;
  readonly read: (record: FineTune) => string | number | undefined;
}[] = [
  { word: 'lr', read: (record) => record.learning_rate },
  { word: 'epochs', read: (record) => record.n_epochs },
  { word: 'batch', read: (record) => record.batch_size },
  { word: 'seed', read: (record) => record.seed },
];

/** With the settings in which they differ: the names of one sweep often differ by nothing but a code. */
export function overlayNames(records: readonly FineTune[]): readonly string[] {
  const different = settings.filter(({ read }) => {
    const values = records.map(read);
    return !values.includes(undefined) && new Set(values).size > 1;
  });
  return records.map((record) =>
    [fineTuneName(record), ...different.map(({ word, read }) => `${word} ${read(record) ?? ''}`)].join(' · '),
  );
}
