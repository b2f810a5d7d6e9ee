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
import { touch } from '#ui/use-media.ts';
import { usePulse } from '#ui/use-pulse.tsx';
import { findOptions } from './fuzzy.ts';
import { coveringDialog, pageButtons, synonyms } from './page-buttons.ts';
import { listedCommands, widgetKeys } from './widget-keys.ts';
import { sections } from './static-bars.ts';
import { useHistoryOptions, useRecordOptions } from './record-options.ts';

/** `act` runs after the palette has closed and restored the focus. */
export interface PaletteOption {
  readonly value: string;
  readonly label: string;
  readonly isName?: boolean;
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
  const records = useRecordOptions();
  const kept = useHistoryOptions();
  const isCovered = coveringDialog() !== null;
  const offered = new Set(kept.flatMap(({ options }) => options.map(({ label }) => label)));
  const buttons = usePageButtons().filter(({ label }) => !offered.has(label));

  const goTo: PaletteOption[] = places.map(({ label, detail = '', keywords, address, first }) => ({
    value: `place ${label}`,
    label,
    detail,
    keywords,
    act: () => {
      navigate(asLinked(address));
      // A touch screen would open its keyboard.
      if (first && !touch.matches) whenThere(first, (field) => field.focus());
    },
  }));
  if (!buttons.some(({ label }) => label === 'History')) goTo.push(history(navigate));
  const use: PaletteOption[] = [server, ...connections.profiles]
    .filter(({ id }) => id !== active.id)
    .map(({ id, name, baseUrl }) => ({
      value: `connection ${id}`,
      label: `Use ${name}`,
      detail: baseUrl,
      keywords: 'switch server connection',
      act: () => chooseConnection(id),
    }));
  const manage: PaletteOption = {
    value: 'connections',
    label: 'Connections',
    detail: active.name,
    keywords:
      'settings preferences api key access token timeouts base address url server forget switch disconnect',
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
    ...(isCovered ? [] : [...records, ...kept]),
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
  if (coveringDialog() !== null) return [];
  const shown = listedCommands().filter(({ isOff, isEverywhere }) => isOff !== true && isEverywhere !== true);
  return [
    ...shown
      .filter(({ isOfFields }) => isOfFields !== true)
      .map((command) => ({
        value: `act ${command.title}`,
        label: command.title,
        detail: command.keys === undefined ? '' : chordWords(command.keys),
        keywords: synonyms[command.title],
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

/** Looked up when picked: the page may change behind the palette. */
function act({ title, run }: Command, field = ''): void {
  (commandsNow().find((command) => command.title === title)?.run ?? run)(field);
}

const fields = ['prompt', 'model', ...fieldNames];

/** What is asked for by words that no name holds. */
const contents: Readonly<Record<string, Pick<Place, 'detail' | 'keywords'>>> = {
  [paths.models]: {
    detail: 'prices, contexts, licenses',
    keywords: 'monthly cost calculator workload cheapest token price compare export csv',
  },
  [paths.hardware]: {
    detail: 'GPUs, prices, availability',
    keywords: 'cost cheapest rent watch notify export csv',
  },
  [paths.fineTunes]: { detail: 'training, loss, checkpoints', keywords: 'export csv' },
  [paths.jobs]: { detail: 'status, uploads' },
};

interface Place {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly keywords?: string | undefined;
  readonly address: string;
  /** What is used first there. */
  readonly first?: string;
}

const field = ':is(textarea, input, select, button)';
const inView = (label: string) => `#main:has([aria-label=View] [value=${label.toLowerCase()}]:checked)`;

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
    first: `${inView(label)} ${label === 'Labs' ? 'section' : '[data-field=prompt]'} ${field}`,
  })),
  {
    label: 'Hardware: Matrix',
    detail: 'models on GPUs',
    address: addressOf(paths.hardware, { view: 'matrix' }),
  },
  {
    label: 'Hardware: Break-even',
    detail: 'rent GPUs or pay per token, serverless',
    keywords:
      'decision calculator dedicated autoscale throughput quote fine-tune cost utilization utilisation',
    address: addressOf(paths.hardware, { view: 'break-even' }),
  },
  ...labs.map(({ id, label }) => ({
    label: `Lab: ${label}`,
    address: addressOf(paths.playground, { view: 'labs', lab: id }),
    first: `${inView('Labs')} section[aria-label="${label}"] ${field}`,
  })),
];

function history(navigate: (address: string) => void): PaletteOption {
  return {
    value: 'place History',
    label: 'History',
    detail: 'runs and sessions of the playground',
    keywords: synonyms['History'],
    act() {
      navigate(paths.playground);
      whenThere(`${inView('Write')} [role=tab][id$=-history]`, (tab) => {
        // Folded on a narrow screen.
        if (!tab.checkVisibility())
          flushSync(() =>
            document.querySelector<HTMLElement>('[data-bar] button[aria-expanded=false]')?.click(),
          );
        tab.click();
        tab.focus();
      });
    },
  };
}

/** The code of a view may still be loading. */
function whenThere(selector: string, use: (element: HTMLElement) => void, frames = 120): void {
  requestAnimationFrame(() => {
    const element = document.querySelector<HTMLElement>(selector);
    if (element) use(element);
    else if (frames > 0) whenThere(selector, use, frames - 1);
  });
}

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
  const rows = listedCommands().flatMap(({ title, keys, isOff }) =>
    keys === undefined || isOff === true ? [] : [[keys, title] as const],
  );
  return { title: 'Anywhere on the page', rows };
}

function ofParts(): readonly KeyGroup[] {
  const names = new Set(
    [...document.querySelectorAll<HTMLElement>('[data-keys]')].map(({ dataset }) => dataset['keys'] ?? ''),
  );
  return Object.entries(widgetKeys).flatMap(([name, group]) => (names.has(name) ? [group] : []));
}
