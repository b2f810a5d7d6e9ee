// Keyboard help: registered commands, keys of focused widgets (`data-keys`).
import { commandsNow, type Command } from '#ui/commands.ts';

interface WidgetKeys {
  readonly title: string;
  /** Keys as in a `Command`; arrows by their direction. */
  readonly rows: readonly (readonly [keys: string, does: string])[];
}

/** By the name in `data-keys`. */
export const widgetKeys: Readonly<Record<string, WidgetKeys>> = {
  table: {
    title: 'In a table',
    rows: [
      ['Arrows', 'move between cells'],
      ['Page\u00A0Up Page\u00A0Down', 'move a screen up or down'],
      ['Home End', 'first or last cell of the row; with Ctrl, of the table'],
      ['Enter', 'open the row'],
      ['Mod+C', 'copy the cell; with Shift, the row'],
    ],
  },
  picks: { title: 'Among rows to compare', rows: [['Space', 'select the row']] },
  'table head': {
    title: 'In table headers',
    rows: [
      ['Enter', 'sort; with Shift, add a sort key'],
      ['Left Right', 'move between headers'],
      ['Alt+Left Alt+Right', 'make the column narrower or wider'],
    ],
  },
  filter: {
    title: 'In a search or a filter',
    rows: [
      ['Escape', 'clear it'],
      ['Down', 'go to the rows'],
    ],
  },
  columns: { title: 'In the list of columns', rows: [['Alt+Up Alt+Down', 'move the column']] },
  cells: {
    title: 'In the parameter grid',
    rows: [
      ['Arrows', 'move between cells'],
      ['Enter', 'show or hide its answers'],
    ],
  },
  rows: {
    title: 'In a list',
    rows: [
      ['Up Down', 'move between rows'],
      ['Page\u00A0Up Page\u00A0Down Home End', 'move further'],
    ],
  },
  states: {
    title: 'In history',
    rows: [
      ['Up Down', 'move between states'],
      ['Page\u00A0Up Page\u00A0Down Home End', 'move further'],
      ['Enter', 'open the state'],
    ],
  },
  tree: {
    title: 'In a tree',
    rows: [
      ['Up Down', 'move between lines'],
      ['Page\u00A0Up Page\u00A0Down Home End', 'move further'],
      ['Left Right', 'fold and unfold'],
      ['Enter', 'open the line'],
      ['Escape', 'close it'],
    ],
  },
  tokens: {
    title: 'In the text of an answer',
    rows: [
      ['Left Right', 'move between tokens'],
      ['Page\u00A0Up Page\u00A0Down Home End', 'move further'],
      ['l', 'token with the next lowest probability; with Shift, previous'],
      ['Enter', 'pin the token’s card'],
      ['Escape', 'unpin'],
    ],
  },
  chart: {
    title: 'In a chart',
    rows: [
      ['Left Right', 'read point by point; with Shift, move the view'],
      ['Page\u00A0Up Page\u00A0Down', 'move ten points'],
      ['Home End', 'first or last point in view'],
      ['+ −', 'zoom'],
      ['0', 'show everything'],
      ['Escape', 'stop reading'],
    ],
  },
  models: { title: 'In the models of the matrix', rows: [['Enter', 'tick or untick the only model found']] },
  marks: {
    title: 'Among the marks of a chart',
    rows: [
      ['Arrows', 'move between marks'],
      ['Home End', 'first or last mark'],
    ],
  },
  marker: {
    title: 'On the marker of a chart',
    rows: [
      ['Left Right', 'move it; with Shift, by more'],
      ['Page\u00A0Up Page\u00A0Down Home End', 'move it further'],
    ],
  },
  tabs: {
    title: 'In tabs',
    rows: [
      ['Left Right', 'open the next tab'],
      ['Home End', 'first or last tab'],
    ],
  },
  number: { title: 'In a number', rows: [['Up Down', 'step by one; with Shift, by ten']] },
  choices: { title: 'In a list of parameters', rows: [['Up Down', 'open the list']] },
  chips: {
    title: 'In a list of values',
    rows: [
      ['Enter', 'add the typed value'],
      ['Backspace', 'edit the last value if nothing is typed'],
    ],
  },
  edge: {
    title: 'On the edge of the side panel',
    rows: [
      ['Left Right', 'make it wider or narrower'],
      ['Home', 'reset its width'],
    ],
  },
  name: { title: 'In a name', rows: [['Enter', 'save it']] },
  panel: { title: 'In a panel with a send button', rows: [['Mod+Enter', 'press its button']] },
};

/** Alphabetical; of two with one title the newer, which is the one that runs. */
export function listedCommands(): readonly Command[] {
  const byTitle = new Map(
    commandsNow()
      .toReversed()
      .map((command) => [command.title, command]),
  );
  return [...byTitle.values()].toSorted((one, other) => one.title.localeCompare(other.title, 'en'));
}
