// The table of log formats that can be read.
import { consoleLog } from './console-reader.ts';
import { plainTable, resultTable, savedCurves, tensorBoardTable, wandbChart } from './csv-formats.ts';
import { metricRows, plainJson, tensorBoardJson, trainerState } from './json-reader.ts';
import { factoryLog, jsonLines } from './lines-reader.ts';
import type { LogFormat, LogHead } from './log-format.ts';

/** The first that recognises a file reads it: special formats stand before general ones. */
export const logFormats: readonly LogFormat[] = [
  tensorBoardJson,
  trainerState,
  metricRows,
  plainJson,
  factoryLog,
  jsonLines,
  tensorBoardTable,
  savedCurves,
  wandbChart,
  resultTable,
  plainTable,
  consoleLog,
];

export function formatOf(head: LogHead): LogFormat {
  return logFormats.find((format) => format.recognise(head)) ?? consoleLog;
}
