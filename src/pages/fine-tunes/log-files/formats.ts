// Table of readable log formats.
import { consoleLog } from './console-reader.ts';
import { plainTable, resultTable, savedCurves, tensorBoardTable, wandbChart } from './csv-formats.ts';
import { metricRows, plainJson, tensorBoardJson, trainerState } from './json-reader.ts';
import { factoryLog, jsonLines } from './lines-reader.ts';
import type { LogFormat, LogHead } from './log-format.ts';

/** The first match counts: special formats come first. */
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
