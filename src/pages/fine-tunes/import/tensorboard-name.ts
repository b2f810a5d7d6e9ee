// TensorBoard's downloads hold one tag and do not name it: run and tag stand in the name of the file.
import type { CurveName } from '#pages/fine-tunes/curves/curve.ts';
import { curveOfKey } from '#pages/fine-tunes/curves/from-message.ts';
import { UnreadableFileError } from './log-report.ts';

/** What a name like `run-warm-tag-train_loss.csv` says. */
export interface TensorBoardName {
  readonly run: string;
  readonly name: CurveName;
  readonly notes: readonly string[];
}

/** @throws UnreadableFileError where the tag is known and no curve */
export function nameOfTensorBoard(fileName: string): TensorBoardName {
  const bare = fileName.replace(/\.[a-z]+$/i, '').replace(/ \(\d+\)$/, '');
  const [, named, run = '', tag] = /^(run-(.*?)-)?tag-(.+)$/.exec(bare) ?? [];
  if (tag === undefined) return guess(bare);
  const name = curveOfKey(tag) ?? curveOfKey(tag.replace('_', '/'));
  if (name === null)
    throw new UnreadableFileError(
      `The file holds the tag “${tag}”, which is no loss, learning rate or gradient norm.`,
    );
  return { run: named === undefined ? '' : run, name, notes: [] };
}

function guess(bare: string): TensorBoardName {
  const name = /eval|valid|\bval\b|_val/i.test(bare) ? 'eval loss' : 'train loss';
  return { run: '', name, notes: [`The file's name says no tag; its values were read as ${name}.`] };
}
