// What separates the fields of a row, by name; apart from the parser, which is loaded in a worker alone.

/** In the order in which they are tried. */
export const delimiters = [
  { value: ',', label: 'commas' },
  { value: ';', label: 'semicolons' },
  { value: '\t', label: 'tabs' },
  { value: '|', label: 'bars' },
] as const;
