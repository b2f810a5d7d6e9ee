// Everything that the shell can do, found by typing: pages, connections, theme.
import { useNavigate } from '@tanstack/react-router';
import { activeProfile, serverId } from '#connection/profiles.ts';
import { chooseConnection, openConnections, useConnections } from '#connection/store.ts';
import { PickerList } from '#ui/PickerList.tsx';
import { chooseTheme, useThemeChoice } from '#ui/theme-choice.ts';
import { sections } from './sections.ts';

interface Command {
  readonly value: string;
  readonly label: string;
  readonly detail?: string;
  readonly act: () => void;
}

/** Loaded when it opens. */
export function CommandPalette({ onDone }: { onDone: () => void }) {
  const navigate = useNavigate();
  const theme = useThemeChoice();
  const connections = useConnections();
  const active = activeProfile(connections, location.origin);
  const server = activeProfile({ profiles: [], activeId: serverId }, location.origin);

  const goTo: Command[] = sections.map(({ path, title }) => ({
    value: path,
    label: title,
    act: () => void navigate({ to: path }),
  }));
  const use: Command[] = [server, ...connections.profiles]
    .filter(({ id }) => id !== active.id)
    .map(({ id, name, baseUrl }) => ({
      value: `connection ${id}`,
      label: `Use ${name}`,
      detail: baseUrl,
      act: () => chooseConnection(id),
    }));
  const manage = { value: 'connections', label: 'Connections', detail: active.name, act: openConnections };
  const themes: Command[] = (['system', 'light', 'dark'] as const).map((choice) => ({
    value: `theme ${choice}`,
    label: `${choice === 'system' ? 'System’s' : choice === 'light' ? 'Light' : 'Dark'} theme`,
    act: () => chooseTheme(choice),
  }));
  const groups = [
    { label: 'Go to', options: goTo },
    { label: 'Connection', options: [...use, manage] },
    { label: 'Theme', options: themes },
  ];

  return (
    <PickerList
      label="Type a command or a page"
      groups={groups}
      picked={`theme ${theme}`}
      onPick={(value) => {
        onDone();
        [...goTo, ...use, manage, ...themes].find((command) => command.value === value)?.act();
      }}
    />
  );
}
