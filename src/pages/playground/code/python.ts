// Python snippets with openai and together.
import { python, writeLiteral } from './literal.ts';
import { splitBody, openaiFields, togetherFields, type SnippetRequest } from './snippet-request.ts';

interface PythonPackage {
  readonly name: string;
  readonly client: string;
  readonly fields: ReadonlySet<string>;
}

/** Fields unknown to the package go into `extra_body`. */
function writePythonProgram(request: SnippetRequest, used: PythonPackage): string {
  const { known, extra } = splitBody(request.body, used.fields);
  const named = Object.entries(known).map(([name, value]) => argument(name, value));
  const others = Object.keys(extra).length === 0 ? [] : [argument('extra_body', extra)];
  return `import os

from ${used.name} import ${used.client}

client = ${used.client}(
${argument('base_url', request.baseUrl)}    api_key=os.environ["API_KEY"],
)

${request.isStream ? 'stream' : 'completion'} = client.completions.create(
${[...named, ...others].join('')})
${reading(request)}`;
}

function argument(name: string, value: unknown): string {
  return `    ${name}=${writeLiteral(value, python, '    ')},\n`;
}

function reading({ isStream, choiceCount }: SnippetRequest): string {
  if (!isStream) {
    return `for choice in completion.choices:
    print(choice.text)
`;
  }
  if (choiceCount === 1) {
    return `for chunk in stream:
    for choice in chunk.choices:
        print(choice.text or "", end="", flush=True)
`;
  }
  return `texts = [""] * ${choiceCount}
for chunk in stream:
    for choice in chunk.choices:
        texts[choice.index] += choice.text or ""
for text in texts:
    print(text)
`;
}

export function writePythonOpenai(request: SnippetRequest): string {
  return writePythonProgram(request, { name: 'openai', client: 'OpenAI', fields: openaiFields });
}

export function writePythonTogether(request: SnippetRequest): string {
  return writePythonProgram(request, { name: 'together', client: 'Together', fields: togetherFields });
}
