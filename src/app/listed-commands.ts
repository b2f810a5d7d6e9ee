// Registered commands for display, sorted and deduplicated.
import { commandsNow, type Command } from '#ui/commands.ts';

/** Alphabetical; of two with one title the newer, which is the one that runs. */
export function listedCommands(): readonly Command[] {
  const byTitle = new Map(
    commandsNow()
      .toReversed()
      .map((command) => [command.title, command]),
  );
  return [...byTitle.values()].toSorted((one, other) => one.title.localeCompare(other.title, 'en'));
}
