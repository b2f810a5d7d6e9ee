// What repeats: messages that differ in their figures only, and how many of them are told as one.

const number = /-?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/** The message with its figures taken out; messages with equal shapes repeat each other. */
export function shapeOf(message: string): string {
  return message.replaceAll(number, '#');
}

/** The first and the last of a repetition as one message: figures that changed read "2.31 → 1.87". */
export function foldedMessage(first: string, last: string): string {
  const before = first.match(number) ?? [];
  let index = 0;
  return last.replaceAll(number, (now) => {
    const then = before[index];
    index += 1;
    return then === undefined || then === now ? now : `${then} → ${now}`;
  });
}
