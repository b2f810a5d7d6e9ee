// The table of commands as a person reads it.
import { commandsNow, type Command } from '#ui/commands.ts';

/** In the order of the alphabet; of two with one title the newer, which is the one that acts. */
export function listedCommands(): readonly Command[] {
  const byTitle = new Map(
    commandsNow()
      .toReversed()
      .map((command) => [command.title, command]),
  );
  return [...byTitle.values()].toSorted((one, other) => one.title.localeCompare(other.title, 'en'));
}
