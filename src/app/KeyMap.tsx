// Keyboard help: bound shortcuts, and keys of widgets on the page.
import { useState, type ReactNode } from 'react';
import { chordWords } from '#ui/Kbd.tsx';
import { listedCommands, widgetKeys } from './widget-keys.ts';

/** A snapshot from when it opens. */
export function KeyMap() {
  const [shown] = useState(() => [bound(), ...ofParts()]);
  return (
    <div className="grid gap-4">
      {shown.map(({ title, rows }) => (
        <section key={title} aria-label={title}>
          <h3 className="pb-1 text-dense font-strong text-muted">{title}</h3>
          <dl className="grid grid-cols-[minmax(8rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1">
            {rows.map(([keys, does]) => (
              <Row key={does} keys={keys}>
                {does}
              </Row>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

interface KeyGroup {
  readonly title: string;
  readonly rows: readonly (readonly [keys: string, does: string])[];
}

function Row({ keys, children }: { keys: string; children: ReactNode }) {
  return (
    <>
      <dt>
        <kbd className="font-mono text-dense">{keys}</kbd>
      </dt>
      <dd className="text-muted">{children}</dd>
    </>
  );
}

function bound(): KeyGroup {
  const rows = listedCommands().flatMap(({ title, keys }) =>
    keys === undefined ? [] : [[chordWords(keys), title] as const],
  );
  return { title: 'Anywhere on the page', rows };
}

function ofParts(): readonly KeyGroup[] {
  const names = new Set(
    [...document.querySelectorAll<HTMLElement>('[data-keys]')].map(({ dataset }) => dataset['keys'] ?? ''),
  );
  return Object.entries(widgetKeys).flatMap(([name, group]) => (names.has(name) ? [group] : []));
}
