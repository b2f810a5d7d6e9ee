// Loading, empty and error states; status badge.
import { startTransition, useEffect, useState, useDeferredValue, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Icon, type IconName } from './Icon.tsx';

/** `rows` of 28 px. Screen readers read one word. */
export function Loading({ rows = 3, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <output aria-label={label} className="grid animate-breathe">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} aria-hidden="true" className="flex h-7 items-center">
          <div
            className="skeleton h-2.5 rounded-token bg-raised"
            style={{ width: `${88 - ((row * 37) % 45)}%` }}
          />
        </div>
      ))}
    </output>
  );
}

/** False until the answer that a page waits for is here. The page is then drawn in short tasks: a query would draw it in one. */
export function useArrived(isHere: boolean): boolean {
  return useDeferredValue(isHere) && isHere;
}

/** Drawn after the first paint of a page: what is read first is seen before. */
export function Rest({ children }: { children: ReactNode }) {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => startTransition(() => setDrawn(true)), []);
  return isDrawn && children;
}

/** Says what will be here. */
export function Empty({ title, children, act }: { title: string; children?: ReactNode; act?: ReactNode }) {
  return (
    <div className="max-w-prose">
      <h2 className="text-heading font-strong">{title}</h2>
      {children && <div className="mt-2 grid gap-2 text-muted">{children}</div>}
      {act && <div className="mt-4">{act}</div>}
    </div>
  );
}

interface FailedProps {
  title: string;
  /** The cause, in the service's own words. */
  children?: ReactNode;
  onRetry?: () => void;
  act?: ReactNode;
}

/** Announced when it appears. */
export function Failed({ title, children, onRetry, act }: FailedProps) {
  return (
    <div role="alert" className="max-w-prose">
      <p className="flex items-start gap-1.5 font-strong">
        <Icon name="warning" className="mt-0.5 text-bad" />
        {title}
      </p>
      {children && <div className="mt-1 pl-5.5 wrap-anywhere text-muted">{children}</div>}
      {(onRetry || act) && (
        <div className="mt-3 flex gap-2 pl-5.5">
          {onRetry && <Button onClick={onRetry}>Try again</Button>}
          {act}
        </div>
      )}
    </div>
  );
}

const shapes = {
  ok: ['full', 'text-ok'],
  live: ['full', 'text-act animate-breathe'],
  partial: ['half', 'text-warn'],
  none: ['ring', 'text-faint'],
  stopped: ['minus', 'text-faint'],
  warn: ['warning', 'text-warn'],
  bad: ['cross', 'text-bad'],
} as const satisfies Record<string, readonly [IconName, string]>;

/** For an unknown word, `none`. */
export type Tone = keyof typeof shapes;

/** Preferably the service's own word. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  const [icon, colour] = shapes[tone];
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1 whitespace-nowrap">
      <Icon name={icon} className={colour} />
      <span className="truncate">{children}</span>
    </span>
  );
}
