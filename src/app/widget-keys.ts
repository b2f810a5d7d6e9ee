// Keyboard help for widgets that handle keys only while focused, by `data-keys`.

interface WidgetKeys {
  readonly title: string;
  readonly rows: readonly (readonly [keys: string, does: string])[];
}

/** By the name in `data-keys`. */
export const widgetKeys: Readonly<Record<string, WidgetKeys>> = {
  table: {
    title: 'In a table',
    rows: [
      ['Arrows', 'go from cell to cell'],
      ['Page Up or Page Down', 'go a screen up or down'],
      ['Home or End', 'go to the first or last cell of the row; with Ctrl, of the table'],
      ['Enter', 'opens the row'],
      ['Space', 'ticks the row, to compare it'],
      ['Ctrl C', 'copies the cell; with Shift, the row'],
    ],
  },
  'table head': {
    title: 'In the heads of a table',
    rows: [
      ['Enter', 'sorts; with Shift beside what it is sorted by'],
      ['Left or Right', 'go from head to head'],
      ['Alt Left or Right', 'make the column narrower or wider'],
    ],
  },
  filter: { title: 'In a search or a filter', rows: [['Escape', 'empties it']] },
  columns: { title: 'In the list of columns', rows: [['Alt Up or Down', 'move the column']] },
  rows: {
    title: 'In a list',
    rows: [
      ['Up or Down', 'go from row to row'],
      ['Page Up or Page Down, Home or End', 'go further'],
      ['Enter', 'opens the row'],
    ],
  },
  tree: {
    title: 'In a tree',
    rows: [
      ['Up or Down', 'go from line to line'],
      ['Left or Right', 'fold and unfold'],
      ['Enter', 'opens the line'],
    ],
  },
  tokens: {
    title: 'In the text of an answer',
    rows: [
      ['Left or Right', 'go from token to token'],
      ['l', 'goes to the next of the least likely; with Shift, back'],
      ['Enter', 'pins the card of the token'],
      ['Escape', 'lets go'],
    ],
  },
  chart: {
    title: 'In a chart',
    rows: [
      ['Left or Right', 'read point by point; with Shift, move the view'],
      ['Page Up or Page Down', 'go ten points'],
      ['+ or −', 'zoom'],
      ['0', 'shows everything'],
    ],
  },
  marks: { title: 'Among the marks of a chart', rows: [['Arrows', 'go from mark to mark']] },
  marker: {
    title: 'On the marker of a chart',
    rows: [['Left or Right', 'move it; with Shift, by more']],
  },
  tabs: { title: 'In tabs', rows: [['Left or Right', 'open the tab beside it']] },
  number: { title: 'In a number', rows: [['Up or Down', 'step by one; with Shift, by ten']] },
  chips: {
    title: 'In a list of texts',
    rows: [
      ['Enter', 'adds what is typed'],
      ['Backspace', 'takes the last one away where nothing is typed'],
    ],
  },
  name: { title: 'In a name', rows: [['Enter', 'keeps it']] },
  panel: { title: 'In a panel that sends', rows: [['Ctrl Enter', 'presses its button']] },
};
