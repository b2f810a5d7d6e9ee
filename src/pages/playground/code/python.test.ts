import { expect, test } from 'vitest';
import { writePythonOpenai, writePythonTogether } from './python.ts';
import { snippetRequest } from './snippet-request.ts';
import { anyRequest, isInstalled, outputOf, samples } from '#pages/playground/code/testing/requests.ts';

// Compiles every program and prints the client's address and the request bodies.
const reader = `
import ast, json, sys
for source in json.load(sys.stdin):
    compile(source, 'snippet.py', 'exec')
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    stated = {}
    for call in calls:
        for word in call.keywords:
            if word.arg in ('api_key', 'end', 'flush'): continue
            value = ast.literal_eval(word.value)
            stated.update(value if word.arg == 'extra_body' else {word.arg: value})
    print(json.dumps(stated))
`;

const written = { openai: writePythonOpenai, together: writePythonTogether };

for (const [name, write] of Object.entries(written)) {
  test.skipIf(!isInstalled('python3'))(`programs for ${name} compile and state the request that runs`, () => {
    const requests = samples(anyRequest, 300);
    const printed = outputOf('python3', ['-c', reader], JSON.stringify(requests.map(write)));
    const stated = printed.trim().split('\n').map(parse);
    const meant = requests.map(({ baseUrl, body }) => parse(JSON.stringify({ ...body, base_url: baseUrl })));
    expect(stated).toEqual(meant);
    expect(requests.map(write).every((code) => code.includes('api_key=os.environ["API_KEY"]'))).toBe(true);
  });
}

test('parameters unknown to the package are in extra_body, all others are arguments', () => {
  const request = snippetRequest(
    { model: 'm', prompt: 'p', top_k: 4, seed: 1, stream: true, novel: 'x' },
    'https://host/v1',
    'http://page',
  );
  expect(writePythonOpenai(request)).toContain(
    '    seed=1,\n    stream=True,\n    extra_body={\n        "top_k": 4,\n        "novel": "x",\n    },\n)',
  );
  expect(writePythonTogether(request)).toContain(
    '    top_k=4,\n    seed=1,\n    stream=True,\n    extra_body={\n        "novel": "x",\n    },\n)',
  );
});

function parse(text: string): unknown {
  return JSON.parse(text);
}
