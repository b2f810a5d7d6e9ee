// TensorBoard's downloads hold one tag and do not name it: run and tag stand in the name of the file.
import { curveOfKey } from '#pages/fine-tunes/curves/curve-of-key.ts';
import type { CurveName } from '#pages/fine-tunes/curves/curve.ts';
import type { LogSink } from './log-sink.ts';

/** What a name like `run-warm-tag-train_loss.csv` says. */
export interface TensorBoardName {
  readonly run: string;
  /** The tag; the file's name where it says none. */
  readonly key: string;
  /** Null where nobody said that the tag is a curve. */
  readonly name: CurveName | null;
}

/** What the values of the file are; its column is named in the sink. */
export function nameOfTensorBoard(fileName: string, sink: LogSink): TensorBoardName {
  const bare = fileName.replace(/\.[a-z]+$/i, '').replace(/ \(\d+\)$/, '');
  const [, named, run = '', tag] = /^(run-(.*?)-)?tag-(.+)$/.exec(bare) ?? [];
  const key = tag === undefined ? bare : tag.replaceAll(/%2f/gi, '/');
  const said = sink.roleOf(key);
  if (said?.part === 'curve' || sink.isMapped(key)) {
    // Keras writes one tag for both, and tells them apart by the run.
    const isEval = key === 'epoch_loss' && /(?:^|[/_-])validation$/.test(run) && !sink.isMapped(key);
    if (isEval) sink.nameColumn(key, 'eval loss');
    const own = said?.part === 'curve' ? said.name : null;
    return { run: named === undefined ? '' : run, key, name: isEval ? 'eval loss' : own };
  }
  if (tag !== undefined) {
    sink.nameColumn(key, 'none');
    return { run, key, name: null };
  }
  const words = bare.split(/[\s._-]+/);
  const found = words.map((_, from) => curveOfKey(words.slice(from).join('_'))).find((name) => name !== null);
  const isEval = /eval|valid|(?:^|[_-])val(?:$|[_-])/i.test(bare);
  const name = found ?? (isEval ? 'eval loss' : 'train loss');
  sink.nameColumn(key, name);
  if (found === undefined) sink.note(`The file's name says no tag; its values were read as ${name}.`);
  return { run: '', key, name };
}
