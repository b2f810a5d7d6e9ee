// What a fine-tune is called where one is chosen.
import type { FineTune } from '#api/schema/fine-tune.ts';

/** The name of the model that it makes; its id where it has none. */
export function fineTuneName({ id, model_output_name: name }: FineTune): string {
  return name || id;
}
