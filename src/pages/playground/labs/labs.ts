// The labs: experiments on a prompt that take more than one request, or none. Each is loaded when it is first opened.
import { lazy, type ComponentType } from 'react';
import { chunk } from '#ui/chunk.ts';

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
export const labs: readonly Lab[] = [
  {
    id: 'xray',
    label: 'Prompt X-ray',
    summary:
      'How much each token of the prompt itself surprises the model: typos, odd phrases and unclear lines show as heat.',
    Content: lab(async () => (await chunk(() => import('./xray/XrayLab.tsx'))).XrayLab),
  },
];

/** A lab's component from its module, loaded at its first use. */
export function lab(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load() }));
}
