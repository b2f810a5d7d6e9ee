// Scripted answers of the faulty service, by model.
import { answerFaults } from './faults-of-answers.ts';
import { contentFaults } from './faults-of-content.ts';
import { framingFaults } from './faults-of-framing.ts';
import type { Answer } from './faulty-service.ts';
import { ending, event } from './stream-fault.ts';

/** Every fault of a stream as a case, by its kind. */
export const streamFaults = { framing: framingFaults, answers: answerFaults, content: contentFaults };

/** By model. */
export const faultyAnswers: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ['interleaved', interleaved],
  ['cut once', cutOnce],
  ['cut before settings change', cutOnce],
  ['cut by a reload', cutOnce],
  ['cut once, then gone', cutOnce],
  ['two cut', cutTwoChoices],
  ['held', hold],
  ['silent', () => undefined],
  ['stalling', stall],
  ['too long', refuse({}, 413)],
  ['busy', refuse({ 'retry-after': '7', 'access-control-expose-headers': 'retry-after' })],
  ['busy, unreadable', refuse({ 'retry-after': '7' })],
  ['slow', slow],
  ['old and new', oldAndNew],
  ...Object.values(streamFaults)
    .flat()
    .map(({ name, answer }) => [name, answer] as const),
]);

function begin(response: Parameters<Answer>[0]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

function choice(index: number, text: string, finish: string | null = null): string {
  return event(text, { choices: [{ index, text, finish_reason: finish }] });
}

function interleaved(...[response]: Parameters<Answer>): void {
  begin(response);
  const end = 'data: [DONE]\n\n';
  response.end(choice(1, 'b') + choice(0, 'a') + choice(0, 'c', 'stop') + choice(1, 'd', 'eos') + end);
}

async function cutOnce(...[response, count, released]: Parameters<Answer>): Promise<void> {
  begin(response);
  if (count > 1) {
    response.end(event(' three') + ending);
    return;
  }
  response.write(event(' one') + event(' two'));
  await released;
  response.destroy();
}

async function hold(...[response, , released]: Parameters<Answer>): Promise<void> {
  begin(response);
  response.write(event(' one') + event(' two'));
  await released;
  response.end(event(' three') + ending);
}

function cutTwoChoices(...[response, count]: Parameters<Answer>): void {
  begin(response);
  if (count > 1) response.end(event(' e') + ending);
  else response.end(choice(0, ' a') + choice(1, ' b', 'stop') + choice(2, ' c') + choice(2, ' d'));
}

function stall(...[response]: Parameters<Answer>): void {
  begin(response);
  response.write(event('kept'));
  const timer = setInterval(() => response.write(': still here\n\n'), 50);
  response.on('close', () => clearInterval(timer));
}

/** The first answer never ends. */
function oldAndNew(...[response, count]: Parameters<Answer>): void {
  begin(response);
  if (count === 1) response.write(event('old'));
  else response.end(event('new') + ending);
}

function refuse(headers: Record<string, string>, code = 429): Answer {
  const body = JSON.stringify({ error: { message: 'Too much', type: 'limit' } });
  return (response) =>
    void response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(body);
}

function slow(...[response]: Parameters<Answer>): void {
  begin(response);
  let sent = 0;
  const timer = setInterval(() => {
    response.write(event(String(sent)));
    sent += 1;
    if (sent < 10) return;
    clearInterval(timer);
    response.end(ending);
  }, 60);
  response.on('close', () => clearInterval(timer));
}
