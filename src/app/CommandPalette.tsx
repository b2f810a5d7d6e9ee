// Command palette: commands, pages, records, connections and themes; or the keys.
import { useMemo, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { activeProfile, serverId } from '#connection/profiles.ts';
import { chooseConnection, openConnections, useConnections } from '#connection/store.ts';
import { fieldNames } from '#api/schema/request-fields.ts';
import { addressOf, paths } from '#lib/address.ts';
import { stored } from '#lib/stored.ts';
import { labs } from '#pages/playground/labs/labs.ts';
import { chordWords } from '#ui/Kbd.tsx';
import { PickerList } from '#ui/PickerList.tsx';
import { commandsNow, useCommandChanges, type Command } from '#ui/commands.ts';
import { chooseTheme, useThemeChoice } from '#ui/theme-choice.ts';
import { usePulse } from '#ui/use-pulse.tsx';
import { findOptions } from './fuzzy.ts';
import { listedCommands, widgetKeys } from './widget-keys.ts';
import { sections } from './static-bars.ts';
import { useHistoryOptions, useRecordOptions } from './record-options.ts';

/** `act` runs after the palette has closed and restored the focus. */
export interface PaletteOption {
  readonly value: string;
  readonly label: string;
  readonly detail?: string;
  readonly keywords?: string | undefined;
  readonly act: () => void;
}

const mark = 'recent ';

export function CommandList({ of, onDone }: { of: 'commands' | 'keys'; onDone: () => void }) {
  return of === 'keys' ? <KeyMap /> : <CommandPalette onDone={onDone} />;
}

function CommandPalette({ onDone }: { onDone: () => void }) {
  const [, navigate] = useLocation();
  const theme = useThemeChoice();
  const connections = useConnections();
  const active = activeProfile(connections, location.origin);
  const server = activeProfile({ profiles: [], activeId: serverId }, location.origin);
  const [recent] = useState(recentCommands);
  const own = usePageOptions();
  const buttons = usePageButtons();

  const goTo: PaletteOption[] = places.map(({ label, detail = '', keywords, address }) => ({
    value: `place ${label}`,
    label,
    detail,
    keywords,
    act: () => navigate(asLinked(address)),
  }));
  const use: PaletteOption[] = [server, ...connections.profiles]
    .filter(({ id }) => id !== active.id)
    .map(({ id, name, baseUrl }) => ({
      value: `connection ${id}`,
      label: `Use ${name}`,
      detail: baseUrl,
      act: () => chooseConnection(id),
    }));
  const manage: PaletteOption = {
    value: 'connections',
    label: 'Connections',
    detail: active.name,
    keywords: 'settings preferences api key access token timeout base address server',
    act: openConnections,
  };
  const themes: PaletteOption[] = (['system', 'light', 'dark'] as const).map((choice) => ({
    value: `theme ${choice}`,
    label: `${choice === 'system' ? 'System' : choice === 'light' ? 'Light' : 'Dark'} theme`,
    keywords: `settings preferences appearance ${choice} mode`,
    act: () => chooseTheme(choice),
  }));
  const groups = [
    { label: 'This page', options: own },
    { label: 'Go to', options: goTo },
    { label: 'Connection', options: [...use, manage] },
    { label: 'Theme', options: themes },
    { label: 'Buttons on this page', options: buttons },
    ...useRecordOptions(),
    ...useHistoryOptions(),
  ];

  return (
    <PickerList
      label="Type a command or a page"
      groups={groups}
      picked={`theme ${theme}`}
      find={(all, query) => findOptions(all, query, recent)}
      onPick={(picked) => {
        const value = picked.startsWith(mark) ? picked.slice(mark.length) : picked;
        const option = groups.flatMap(({ options }) => options).find((each) => each.value === value);
        noteCommand(value);
        // The dialog restores the focus while closing; a command may move it afterwards.
        flushSync(onDone);
        option?.act();
      }}
    />
  );
}

/** The page's commands, without the palette's own. */
function usePageOptions(): readonly PaletteOption[] {
  useCommandChanges();
  const shown = listedCommands().filter(({ isOff, isEverywhere }) => isOff !== true && isEverywhere !== true);
  return [
    ...shown
      .filter(({ isOfFields }) => isOfFields !== true)
      .map((command) => ({
        value: `act ${command.title}`,
        label: command.title,
        detail: command.keys === undefined ? '' : chordWords(command.keys),
        act: () => act(command),
      })),
    ...shown
      .filter(({ isOfFields }) => isOfFields === true)
      .flatMap((command) =>
        fields.map((field) => ({
          value: `act ${command.title} ${field}`,
          label: `${command.title} ${field}`,
          act: () => act(command, field),
        })),
      ),
  ];
}

/** Followed, at most four times a second: the page may still be loading, or streaming. */
function usePageButtons(): readonly PaletteOption[] {
  const pulse = usePulse(subscribeToPage, 250);
  // oxlint-disable-next-line react/exhaustive-deps -- read from the page
  return useMemo(pageButtons, [pulse]);
}

function subscribeToPage(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  const main = document.getElementById('main');
  if (main) observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}

const synonyms: Readonly<Record<string, string>> = {
  Export: 'download save csv json',
  Link: 'share',
  'Copy link': 'share',
  Workload: 'calculator cost requests a day',
};

/** Visible buttons, parts, options and fields with a name of their own, without those of rows and those that a command presses. */
function pageButtons(): readonly PaletteOption[] {
  const titles = new Set(listedCommands().map(({ title }) => title));
  const byName = new Map<string, HTMLElement[]>();
  for (const button of document.querySelectorAll<HTMLElement>(pressable)) {
    if (!button.checkVisibility({ visibilityProperty: true })) continue;
    if (button.closest(rowLike) !== null) continue;
    const group = groupName(button.closest('[role=radiogroup]'));
    const isField = button instanceof HTMLInputElement || button instanceof HTMLSelectElement;
    const label = isField && button.matches(anyField) ? button.labels?.[0] : button;
    const own = (button.getAttribute('aria-label') ?? label?.innerText ?? '').replace(/\s+/g, ' ').trim();
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
      keywords: synonyms[name],
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
  'a.main-act',
  ...fieldKinds,
  'input[data-keys=name]',
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

/** Looked up when picked: the page may change behind the palette. */
function act({ title, run }: Command, field = ''): void {
  (commandsNow().find((command) => command.title === title)?.run ?? run)(field);
}

const fields = ['prompt', 'model', ...fieldNames];

/** What is asked for by words that no name holds. */
const contents: Readonly<Record<string, Pick<Place, 'detail' | 'keywords'>>> = {
  [paths.models]: {
    detail: 'prices, contexts, licenses',
    keywords: 'cost calculator workload cheapest compare export csv',
  },
  [paths.hardware]: { detail: 'GPUs, prices, availability', keywords: 'cost cheapest rent export csv' },
  [paths.fineTunes]: { detail: 'training, loss, checkpoints', keywords: 'export csv' },
  [paths.jobs]: { detail: 'status, uploads' },
};

interface Place {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly keywords?: string | undefined;
  readonly address: string;
}

/** In the order of the bars. */
const places: readonly Place[] = [
  ...sections.map(({ path, title }) => ({
    label: title,
    detail: contents[path]?.detail,
    keywords: contents[path]?.keywords,
    address: path,
  })),
  { label: 'Log files', address: paths.localLogs },
  ...(['Write', 'Compare', 'Data', 'Labs'] as const).map((label) => ({
    label: `${label} in the playground`,
    address: addressOf(paths.playground, label === 'Write' ? {} : { view: label.toLowerCase() }),
  })),
  {
    label: 'Hardware: Matrix',
    detail: 'models on GPUs',
    address: addressOf(paths.hardware, { view: 'matrix' }),
  },
  {
    label: 'Hardware: Break-even',
    detail: 'rent GPUs or pay per token, serverless',
    keywords: 'decision calculator dedicated autoscale quote fine-tune cost',
    address: addressOf(paths.hardware, { view: 'break-even' }),
  },
  ...labs.map(({ id, label }) => ({
    label: `Lab: ${label}`,
    address: addressOf(paths.playground, { view: 'labs', lab: id }),
  })),
];

/** The link of a page leads to its list as it was left; a view of the hardware keeps what is entered there. */
function asLinked(address: string): string {
  const { pathname, searchParams } = new URL(address, location.origin);
  const view = searchParams.get('view');
  if (pathname === paths.hardware && view !== null) {
    const left = new URL(
      location.pathname === pathname ? location.href : asLinked(pathname),
      location.origin,
    );
    left.searchParams.set('view', view);
    return left.pathname + left.search;
  }
  const link = document.querySelector(`nav a:is([href="${address}"], [href^="${address}?"])`);
  return link?.getAttribute('href') ?? address;
}

const none: readonly string[] = [];
const maxRecent = 6;

const kept = stored({
  key: 'inferdeck.recent-commands',
  version: 1,
  parse: (value) =>
    Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : null,
  fallback: none,
  storage: () => localStorage,
});

/** Option values, last used first. */
function recentCommands(): readonly string[] {
  return kept.read();
}

function noteCommand(value: string): void {
  kept.write([value, ...kept.read().filter((each) => each !== value)].slice(0, maxRecent));
}

/** A snapshot from when it opens. */
function KeyMap() {
  const [shown] = useState(() => [bound(), ...ofParts()]);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-4">
      {shown.map(({ title, rows }) => (
        <section key={title} aria-label={title} className="col-span-2 grid grid-cols-subgrid">
          <h3 className="col-span-2 pb-1 text-dense font-strong text-muted">{title}</h3>
          <dl className="col-span-2 grid grid-cols-subgrid gap-y-1">
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
        <kbd className="font-mono text-dense">{chordWords(keys)}</kbd>
      </dt>
      <dd className="text-muted">{children}</dd>
    </>
  );
}

function bound(): KeyGroup {
  const rows = listedCommands().flatMap(({ title, keys }) =>
    keys === undefined ? [] : [[keys, title] as const],
  );
  return { title: 'Anywhere on the page', rows };
}

function ofParts(): readonly KeyGroup[] {
  const names = new Set(
    [...document.querySelectorAll<HTMLElement>('[data-keys]')].map(({ dataset }) => dataset['keys'] ?? ''),
  );
  return Object.entries(widgetKeys).flatMap(([name, group]) => (names.has(name) ? [group] : []));
}
