// The body of a real answer in the pieces that a fault can come between: events of a stream, halves of a JSON answer.

/** Leaving the loop early cancels the body, and with it the model's work. */
export async function* piecesOf(
  body: ReadableStream<Uint8Array>,
  isStream: boolean,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true });
    if (!isStream) continue;
    const events = rest.split(/(?<=\n\n)/u);
    rest = events.at(-1)?.endsWith('\n\n') === true ? '' : (events.pop() ?? '');
    yield* events;
  }
  const middle = Math.floor(rest.length / 2);
  if (rest !== '') yield rest.slice(0, middle);
  if (rest !== '') yield rest.slice(middle);
}
