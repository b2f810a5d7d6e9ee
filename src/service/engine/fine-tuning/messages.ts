// What the main thread and the trainer's thread say to each other.
import type { Conversion, Converted } from '#service/jobs/model-file.ts';
import type { FineTuneEvent, FineTunePlan } from './contract.ts';

/** To the trainer, `start` or `convert` first; `settled` answers `settle`. */
export type ToTrainer =
  | { readonly kind: 'start'; readonly plan: FineTunePlan }
  | { readonly kind: 'convert'; readonly conversion: Conversion }
  | { readonly kind: 'stop' }
  | { readonly kind: 'settled' };

/** From the trainer; `settle` asks to say when all events before it have been handled, the last two answer `convert`. */
export type FromTrainer =
  | { readonly kind: 'converted'; readonly converted: Converted }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'event'; readonly event: FineTuneEvent }
  | { readonly kind: 'settle' };
