import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillTemplate, readTemplate } from './template.ts';

const valueOf = (name: string) => `<${name}>`;
const fill = (prompt: string) => fillTemplate(readTemplate(prompt), valueOf);

test.each([
  ['Say {{name}} twice: {{ name }}', 'Say <name> twice: <name>'],
  ['{{first name}}{{ß}}', '<first name><ß>'],
  [String.raw`\{{name}} and {{name}}`, '{{name}} and <name>'],
  ['{{}} {{ }} {name} {{{{name}}}}', '{{}} {{ }} {name} {{<name>}}'],
  ['{{na\nme}} {{open', '{{na\nme}} {{open'],
  ['', ''],
])('%j becomes %j', (prompt, filled) => expect(fill(prompt)).toBe(filled));

test('a variable is listed once, in order of first use', () => {
  expect(readTemplate('{{b}} {{a}} {{ b }}').names).toEqual(['b', 'a']);
});

test('braces in a value are not filled', () => {
  expect(fillTemplate(readTemplate('{{a}}{{b}}'), (name) => (name === 'a' ? '{{b}}' : 'x'))).toBe('{{b}}x');
});

test('a text without braces stays unchanged', () => {
  const text = fc.string().filter((each) => !each.includes('{{'));
  fc.assert(
    fc.property(text, (each) => {
      expect(fill(each)).toBe(each);
    }),
  );
});
