// Status badge: shape, word and colour, each sufficient alone.
import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';

const shapes = {
  ok: ['full', 'text-ok'],
  live: ['full', 'text-act animate-breathe'],
  partial: ['half', 'text-warn'],
  none: ['ring', 'text-faint'],
  warn: ['warning', 'text-warn'],
  bad: ['cross', 'text-bad'],
} as const satisfies Record<string, readonly [IconName, string]>;

/** An unknown word is `none`. */
export type Tone = keyof typeof shapes;

/** The children are the word, preferably the service's own. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  const [icon, colour] = shapes[tone];
  return (
    <span className="inline-flex min-w-0 items-center gap-1 whitespace-nowrap">
      <Icon name={icon} className={colour} />
      <span className="truncate">{children}</span>
    </span>
  );
}
