// A TypeScript program around one request; both official packages have the same shape.
import { javascript, writeFields, writeLiteral } from './literal.ts';
import { splitBody } from './package-fields.ts';
import type { SnippetRequest } from './snippet-request.ts';

/** What differs from package to package. */
interface TypescriptPackage {
  readonly name: string;
  readonly client: string;
  readonly fields: ReadonlySet<string>;
}

/** A module that sends the request and prints the text. It has no type annotation, so it is JavaScript as well. */
export function writeTypescriptProgram(request: SnippetRequest, used: TypescriptPackage): string {
  const { known, extra } = splitBody(request.body, used.fields);
  const fields = writeFields(known, javascript, '  ').map((field) => `  ${field},\n`);
  // Spread: the compiler refuses unknown names only where they are written directly.
  const others =
    Object.keys(extra).length === 0
      ? ''
      : `  // Sent as they are; the package has no types for these.\n  ...${writeLiteral(extra, javascript, '  ')},\n`;
  return `import ${used.client} from '${used.name}';

const client = new ${used.client}({
  baseURL: ${javascript.text(request.baseUrl)},
  apiKey: process.env.API_KEY,
});

const ${request.isStream ? 'stream' : 'completion'} = await client.completions.create({
${fields.join('')}${others}});
${reading(request)}`;
}

function reading({ isStream, choiceCount }: SnippetRequest): string {
  if (!isStream) return 'for (const choice of completion.choices) console.log(choice.text);\n';
  if (choiceCount === 1) {
    return `for await (const chunk of stream) {
  for (const choice of chunk.choices) process.stdout.write(choice.text ?? '');
}
`;
  }
  return `const texts = Array(${choiceCount}).fill('');
for await (const chunk of stream) {
  for (const choice of chunk.choices) texts[choice.index] += choice.text ?? '';
}
for (const text of texts) console.log(text);
`;
}
