// How serious something is, by picture and colour; the word stands beside it.
import { Icon, type IconName } from '#ui/Icon.tsx';
import type { LevelWord } from './level.ts';

const looks: Readonly<Record<string, readonly [IconName, string]>> = {
  info: ['full', 'text-muted'],
  warning: ['warning', 'text-warn'],
  error: ['cross', 'text-bad'],
};

/** With `isQuiet` the word is there for screen readers only, unless the level asks for attention. */
export function LevelMark({ level, isQuiet = false }: { level: LevelWord; isQuiet?: boolean }) {
  const [icon, colour] = looks[level] ?? ['ring', 'text-faint'];
  const isPlain = level === 'info' || level === 'none';
  return (
    <span className={`inline-flex items-center gap-1 ${isQuiet ? 'shrink-0' : 'min-w-0'}`}>
      <Icon name={icon} className={colour} />
      <span className={isQuiet && isPlain ? 'sr-only' : `truncate ${isPlain ? 'text-muted' : colour}`}>
        {level}
      </span>
    </span>
  );
}
