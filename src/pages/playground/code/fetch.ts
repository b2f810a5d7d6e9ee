// The request in JavaScript without any package; it runs where `fetch` and `process` are, as in Node.
import { javascript, writeLiteral } from './literal.ts';
import type { SnippetRequest } from './snippet-request.ts';

/** A module that sends the request, reads the answer or the stream by hand, and prints the text. */
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
${request.isStream ? reading(request.choiceCount) : readingWhole}`;
}

const readingWhole = `
const { choices } = await response.json();
for (const choice of choices) console.log(choice.text);
`;

function reading(choiceCount: number): string {
  const isOne = choiceCount === 1;
  return `${isOne ? '' : `\nconst texts = Array(${choiceCount}).fill('');`}
let rest = '';
for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + part).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const data = line.startsWith('data:') ? line.slice(5).trim() : '';
    if (data === '' || data === '[DONE]') continue;
    const { choices, error } = JSON.parse(data);
    if (error) throw new Error(error.message);
    for (const choice of choices) ${isOne ? "process.stdout.write(choice.text ?? '')" : "texts[choice.index] += choice.text ?? ''"};
  }
}
${isOne ? '' : 'for (const text of texts) console.log(text);\n'}`;
}
