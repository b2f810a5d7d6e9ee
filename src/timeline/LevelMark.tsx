// How serious something is, by picture and colour; the word stands beside it.
import { Icon, type IconName } from '#ui/Icon.tsx';
import type { LevelWord } from './level.ts';

const looks: Readonly<Record<string, readonly [IconName, string]>> = {
  info: ['full', 'text-muted'],
  warning: ['warning', 'text-warn'],
  error: ['cross', 'text-bad'],
};

interface LevelMarkProps {
  level: LevelWord;
  /** Where there is no room for both beside each other, they stand in two places. */
  part?: 'both' | 'icon' | 'word';
}

/** The icon is nothing to who hears the page: the word says it. */
export function LevelMark({ level, part = 'both' }: LevelMarkProps) {
  const [icon, colour] = looks[level] ?? ['ring', 'text-faint'];
  const isPlain = level === 'info' || level === 'none';
  return (
    <span className={`inline-flex items-center gap-1 ${part === 'both' ? 'min-w-0' : 'shrink-0'}`}>
      {part !== 'word' && <Icon name={icon} className={colour} />}
      {part !== 'icon' && (
        <span className={`truncate ${isPlain ? 'text-muted' : colour}`}>{levelText(level)}</span>
      )}
    </span>
  );
}

function levelText(level: LevelWord): string {
  return level === 'none' ? 'no level' : level;
}
