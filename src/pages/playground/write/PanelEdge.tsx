// Resizable edge of the side panel.
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { stored } from '#lib/stored.ts';

/** CSS pixels. The default is `--side`. */
const defaultWidth = 316;
const minWidth = 240;
const step = 16;

/** public/theme.js applies it before the first paint. */
const entry = stored({
  key: 'inferdeck.side-width',
  version: 1,
  parse: (value) => (typeof value === 'number' && value >= minWidth ? value : null),
  fallback: defaultWidth,
  storage: () => localStorage,
});

function maxWidth(): number {
  return Math.max(minWidth, Math.min(800, Math.round(innerWidth / 2)));
}

function apply(width: number): void {
  if (width === defaultWidth) document.documentElement.style.removeProperty('--side');
  else document.documentElement.style.setProperty('--side', `${width}px`);
}

/** The width applies to every view. */
export function PanelEdge() {
  const [width, setWidth] = useState(() => entry.read());

  function resize(next: number): void {
    const fitting = Math.min(maxWidth(), Math.max(minWidth, Math.round(next)));
    setWidth(fitting);
    apply(fitting);
    entry.write(fitting);
  }
  function handleMove(event: PointerEvent<HTMLDivElement>): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const right = event.currentTarget.parentElement?.getBoundingClientRect().right ?? innerWidth;
    resize(right - event.clientX);
  }
  function handleKey(event: KeyboardEvent): void {
    const change = { ArrowLeft: step, ArrowRight: -step }[event.key];
    if (change === undefined && event.key !== 'Home') return;
    event.preventDefault();
    resize(change === undefined ? defaultWidth : width + change);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/prefer-tag-over-role -- a focusable separator is a widget
    <div
      role="separator"
      aria-label="Panel width"
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={minWidth}
      aria-valuemax={maxWidth()}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a focusable separator is a widget
      tabIndex={0}
      title="Drag to resize; double click resets"
      data-keys="edge"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={handleMove}
      onDoubleClick={() => resize(defaultWidth)}
      onKeyDown={handleKey}
      className="absolute inset-y-0 left-0 z-2 w-1.5 cursor-col-resize touch-none hover:bg-edge max-tablet:hidden"
    />
  );
}
