// What the main thread and the trainer's thread say to each other.
import type { FineTuneEvent, FineTunePlan } from './contract.ts';

/** To the trainer, `start` first; `settled` answers `settle`. */
export type ToTrainer =
  | { readonly kind: 'start'; readonly plan: FineTunePlan }
  | { readonly kind: 'stop' }
  | { readonly kind: 'settled' };

/** From the trainer; `settle` asks to say when all events before it have been handled. */
export type FromTrainer =
  | { readonly kind: 'event'; readonly event: FineTuneEvent }
  | { readonly kind: 'settle' };
