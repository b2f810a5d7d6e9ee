// TypeScript snippets.
import { javascript, writeFields, writeLiteral } from './literal.ts';
import { splitBody, openaiFields, togetherFields, type SnippetRequest } from './snippet-request.ts';

interface TypescriptPackage {
  readonly name: string;
  readonly client: string;
  readonly fields: ReadonlySet<string>;
}

/** Without types: valid JavaScript, too. */
function writeTypescriptProgram(request: SnippetRequest, used: TypescriptPackage): string {
  const { known, extra } = splitBody(request.body, used.fields);
  const fields = writeFields(known, javascript, '  ').map((field) => `  ${field},\n`);
  // The compiler rejects unknown fields only in the literal itself.
  const others =
    Object.keys(extra).length === 0
      ? ''
      : `  // Sent as is; the package has no types for these.\n  ...${writeLiteral(extra, javascript, '  ')},\n`;
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

export function writeTypescriptOpenai(request: SnippetRequest): string {
  return writeTypescriptProgram(request, { name: 'openai', client: 'OpenAI', fields: openaiFields });
}

export function writeTypescriptTogether(request: SnippetRequest): string {
  return writeTypescriptProgram(request, { name: 'together-ai', client: 'Together', fields: togetherFields });
}

export function writeFetch(request: SnippetRequest): string {
  return `const response = await fetch(${javascript.text(`${request.baseUrl}/completions`)}, {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.API_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${writeLiteral(request.body, javascript, '  ')}),
});
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
${request.isStream ? fetchReading(request.choiceCount) : readingWhole}`;
}

const readingWhole = `
const { choices } = await response.json();
for (const choice of choices) console.log(choice.text);
`;

function fetchReading(choiceCount: number): string {
  const isOne = choiceCount === 1;
  return `${isOne ? '' : `\nconst texts = Array(${choiceCount}).fill('');`}
let rest = '';
for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + part).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const data = line.startsWith('data:') ? line.slice(5).trim() : '';
    if (data === '' || data === '[DONE]') continue;
    const { choices = [], error } = JSON.parse(data);
    if (error) throw new Error(error.message);
    for (const choice of choices) ${isOne ? "process.stdout.write(choice.text ?? '')" : "texts[choice.index] += choice.text ?? ''"};
  }
}
${isOne ? '' : 'for (const text of texts) console.log(text);\n'}`;
}
