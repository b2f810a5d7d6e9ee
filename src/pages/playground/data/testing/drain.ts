// Reads data to its end in tests.
import type { DataReading } from '#pages/playground/data/data-set.ts';
import { readData } from '#pages/playground/data/read-data.ts';

export function drain(text: string, name = '', delimiter = ''): DataReading {
  const reading = readData(text, name, delimiter);
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}
