// The buttons, parts and fields of the page, for the palette.
import type { PaletteOption } from './CommandPalette.tsx';
import { listedCommands } from './widget-keys.ts';

/** The modal dialog under the palette; the page behind it does nothing. */
export function coveringDialog(): Element | null {
  return document.querySelector('dialog:modal:not([aria-label=Commands])');
}

const tokenUnitWords = 'token price unit $/1m $/1k $/token ¢/1m ¢/1k cents dollars per million thousand';

/** Of commands, too. */
export const synonyms: Readonly<Record<string, string>> = {
  Export: 'download save csv json png svg',
  History: 'sessions runs presets delete clear storage import',
  Code: 'curl python typescript javascript json request',
  Events: 'recording replay raw',
  Link: 'share',
  'Copy link': 'share',
  Workload: 'calculator cost requests traffic tokens a day',
  'Go to read prices as': tokenUnitWords,
  // The button names the unit chosen.
  'Unit of token prices': tokenUnitWords,
  'Go to Your tokens/min in + out': 'traffic',
  'Go to Hardware price $/h': 'quote',
  'Go to At least GB': 'memory vram',
  'Go to Horizontal axis': 'step epoch tokens elapsed wall clock time cost',
  'Go to Smoothing': 'ema',
  'Go to Time': 'forecast eta remaining',
  'Vertical axis': 'scale',
  'every 30 s': 'poll',
  Watch: 'notify',
};

/** Visible buttons, boxes, parts, options and fields with a name of their own, without those of rows and those that a command presses. */
export function pageButtons(): readonly PaletteOption[] {
  const covering = coveringDialog();
  const titles = new Set(listedCommands().map(({ title }) => title));
  const byName = new Map<string, HTMLElement[]>();
  for (const button of document.querySelectorAll<HTMLElement>(pressable)) {
    if (!button.checkVisibility({ visibilityProperty: true })) continue;
    if (button.closest(rowLike) !== null || button.closest('dialog') !== covering) continue;
    const group = groupName(button.closest('[role=radiogroup]'));
    const isField = button instanceof HTMLInputElement || button instanceof HTMLSelectElement;
    // Without the options in it.
    const label = (isField ? button.labels?.[0]?.innerText : null)?.replace(button.innerText, '');
    const own = (button.getAttribute('aria-label') ?? label ?? button.innerText).replace(/\s+/g, ' ').trim();
    const name = button.matches(`${anyField}, ${part}`) ? `Go to ${own}` : group ? `${group}: ${own}` : own;
    if (name.length > 1 && name.length <= 60 && !titles.has(name))
      byName.set(name, [...(byName.get(name) ?? []), button]);
  }
  // Of the same name in several parts, as in the columns of Compare, by part.
  const named = [...byName].flatMap(([name, buttons]) =>
    buttons.map((button) => {
      const part = buttons.length > 1 && button.closest('section')?.getAttribute('aria-label');
      return { name: part ? `${part}: ${name}` : name, button };
    }),
  );
  return named
    .filter(({ name }) => named.filter((other) => other.name === name).length === 1)
    .map(({ name, button }) => ({
      value: `button ${name}`,
      label: name,
      keywords: synonyms[name] ?? synonyms[name.replace(/: .*/, '')],
      act: () => press(button),
    }));
}

function groupName(group: Element | null): string | null | undefined {
  const labelId = group?.getAttribute('aria-labelledby');
  return labelId ? document.getElementById(labelId)?.innerText : group?.getAttribute('aria-label');
}

/** What a tab opens is used next, by the next Tab key. */
function press(button: HTMLElement): void {
  // A popover opens beside it, and returns the focus when it closes.
  button.scrollIntoView({ block: button.matches(part) ? 'start' : 'nearest' });
  if (button.hasAttribute('popovertarget') || document.activeElement === document.body) button.focus();
  button.click();
  if (button.matches(`input, select, [role=tab], [aria-expanded], ${part}`))
    button.focus({ preventScroll: true });
  if (button instanceof HTMLInputElement && button.matches(textField)) button.select();
}

// The options of a view are places.
const option =
  '[role=radiogroup]:is([aria-label], [aria-labelledby]):not([aria-label=View], [data-field] *) label:not(:has(:checked))';
// Those of a request have commands.
const textField = 'input:is([type=text], [type=search]):not([data-field] *, [data-keys=name])';
const fieldKinds = [textField, 'input[type=range]:not([data-field] *)', 'select:not([data-field] *)'];
const anyField = fieldKinds.join();
// Headings of the parts of a page.
const part = 'h2[tabindex]';
const pressable = [
  'button',
  'a.act-link',
  ...fieldKinds,
  'input[data-keys=name]',
  'input[type=checkbox]:not([data-field] *)',
  '[role=tab]',
  'summary',
  option,
  part,
]
  .map(
    (kind) => `#main ${kind}:not(:disabled, [aria-disabled=true], [aria-keyshortcuts], [aria-hidden=true])`,
  )
  .join();
const rowLike = 'tr, li, [role=row], [role=log], output';
