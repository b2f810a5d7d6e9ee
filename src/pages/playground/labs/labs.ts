// The labs: experiments on a prompt that take more than one request, or none. Each is loaded when it is first opened.
import { lazy, type ComponentType } from 'react';

/** One experiment. */
export interface Lab {
  /** Part of the address: `?view=labs&lab=<id>`. */
  readonly id: string;
  readonly label: string;
  /** One sentence: what a person learns by it. */
  readonly summary: string;
  readonly Content: ComponentType;
}

/** In the order of the list. */
export const labs: readonly Lab[] = [];

/** A lab's component from its module, loaded at its first use. */
export function lab(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load() }));
}
