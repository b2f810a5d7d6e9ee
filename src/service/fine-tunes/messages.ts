// What events say, in the words and the form that readers of such logs expect.
import type { FileReport, FineTuneEvent } from '#service/engine/fine-tuning/contract.ts';

type Step = Extract<FineTuneEvent, { kind: 'step' }>;
type Evaluation = Extract<FineTuneEvent, { kind: 'evaluation' }>;

/** `Step 12/300: training loss=2.3104, learning rate=4.8e-4, gradient norm=1.92` */
export function stepMessage({ step, loss, learningRate, gradNorm }: Step, totalSteps: number): string {
  const rate = Number(learningRate.toPrecision(4)).toExponential();
  const norm = Number(gradNorm.toPrecision(4));
  return `Step ${step}/${totalSteps}: training loss=${lossText(loss)}, learning rate=${rate}, gradient norm=${norm}`;
}

/** `Step 30/300: evaluation loss=1.8732` */
export function evaluationMessage({ step, loss }: Evaluation, totalSteps: number): string {
  return `Step ${step}/${totalSteps}: evaluation loss=${lossText(loss)}`;
}

/** At least four decimals, and four digits that count: a memorised loss is more than 0.0010. */
function lossText(loss: number): string {
  const zeros = loss > 0 && loss < 0.1 ? Math.ceil(-Math.log10(loss)) - 1 : 0;
  return loss.toFixed(Math.min(12, 4 + zeros));
}

/** `Training file train.jsonl read: 1,200 lines, 98,765 bytes, 34,567 tokens.` */
export function readMessage(what: string, name: string, { lines, bytes, tokens }: FileReport): string {
  return `${what} ${name} read: ${count(lines, 'line')}, ${count(bytes, 'byte')}, ${count(tokens, 'token')}.`;
}

/** The first problems of a file by their lines, and how many there are. */
export function problemMessage(what: string, name: string, { problems, problemCount }: FileReport): string {
  const shown = problems.slice(0, SHOWN).map(({ line, message }) => `Line ${line}: ${message}`);
  const rest = problemCount - shown.length;
  const more = rest > 0 ? ` And ${rest} more.` : '';
  return `${what} ${name} cannot be used. ${shown.join(' ')}${more}`;
}

/** `1 step`, `1,200 steps`. */
export function count(number: number, thing: string): string {
  return `${number.toLocaleString('en-US')} ${thing}${number === 1 ? '' : 's'}`;
}

const SHOWN = 5;
