// Large log files as trainers write them, from figures that are made up by a formula.
import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that was written. */
export interface WrittenLog {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  /** Lines that should be understood: the header, too, where there is one. */
  readonly lines: number;
}

/** LLaMA-Factory's log: an object a line, about 180 bytes each. @param bytes how large it gets, at least */
export async function writeTrainerLog(folder: string, bytes: number): Promise<WrittenLog> {
  const total = Math.round(bytes / 150);
  return writeLines(folder, 'trainer_log.jsonl', bytes, (line) =>
    JSON.stringify({
      current_steps: line,
      total_steps: total,
      loss: lossAt(line),
      lr: 5e-5 * (1 - line / total),
      epoch: line / 500_000,
      percentage: (100 * line) / total,
      elapsed_time: clockWords(line),
      remaining_time: clockWords(total - line),
    }),
  );
}

/** W&B's chart of one run, with the lowest and highest beside each value. @param bytes how large it gets, at least */
export async function writeChartCsv(folder: string, bytes: number): Promise<WrittenLog> {
  return writeLines(folder, 'chart.csv', bytes, (line) => {
    if (line === 1) return '"Step","bench - train/loss","bench - train/loss__MIN","bench - train/loss__MAX"';
    const loss = lossAt(line - 1);
    return `"${line - 1}","${loss}","${loss}","${loss}"`;
  });
}

async function writeLines(
  folder: string,
  name: string,
  bytes: number,
  lineOf: (line: number) => string,
): Promise<WrittenLog> {
  const path = join(folder, name);
  const file = await open(path, 'w');
  let [written, lines] = [0, 0];
  try {
    while (written < bytes) {
      const piece: string[] = [];
      for (let count = 0; count < 10_000; count += 1) piece.push(lineOf((lines += 1)));
      written += (await file.write(`${piece.join('\n')}\n`)).bytesWritten;
    }
  } finally {
    await file.close();
  }
  return { path, name, bytes: written, lines };
}

/** It falls, and trembles by a formula without chance. */
function lossAt(step: number): number {
  return 2 * Math.exp(-step / 400_000) + 0.4 + ((step * 7919) % 9973) / 40_000;
}

function clockWords(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${Math.floor(seconds / 3600)}:${minutes}:${rest}`;
}
