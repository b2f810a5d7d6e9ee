// Bytes to text with one kind of line end, split anywhere: one leading BOM dropped, invalid UTF-8 counted.

/** Decodes one stream of bytes. */
export interface ByteText {
  /** Invalid sequences so far; each became U+FFFD. */
  readonly invalid: number;
  /** The text that these bytes complete, with LF for every CR, LF and CRLF. */
  decode(bytes: Uint8Array): string;
  /** The text of the bytes that were held back when the stream ended. */
  finish(): string;
}

/** A decoder for one stream. Never throws. */
export function createByteText(): ByteText {
  // A decoder that strips the BOM strips a second one too; this one keeps all, and the first is cut off below.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const genuine = createReplacementCounter();
  let invalid = 0;
  let isStart = true;
  let endsWithCr = false;

  const settle = (decoded: string): string => {
    let text = decoded;
    if (text === '') return text;
    if (isStart && text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    isStart = false;
    const continuesCrLf = endsWithCr && text.charCodeAt(0) === 10;
    if (text !== '') endsWithCr = text.charCodeAt(text.length - 1) === 13;
    if (continuesCrLf) text = text.slice(1);
    return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  };

  return {
    get invalid() {
      return invalid;
    },
    decode(bytes) {
      const decoded = decoder.decode(bytes, { stream: true });
      const sent = genuine.count(bytes, decoded);
      invalid += countReplacements(decoded) - sent;
      return settle(decoded);
    },
    finish() {
      const decoded = decoder.decode();
      invalid += countReplacements(decoded);
      return settle(decoded);
    },
  };
}

function countReplacements(text: string): number {
  let count = 0;
  for (let i = text.indexOf('\u{fffd}'); i !== -1; i = text.indexOf('\u{fffd}', i + 1)) count++;
  return count;
}

/** Counts the U+FFFD that the service itself sent (EF BF BD), also where a read ends inside one. */
function createReplacementCounter() {
  let before = -1;
  let last = -1;
  return {
    count(bytes: Uint8Array, decoded: string): number {
      let count = 0;
      if (decoded.includes('\u{fffd}')) {
        for (let i = bytes.indexOf(0xbd); i !== -1; i = bytes.indexOf(0xbd, i + 1)) {
          const middle = i >= 1 ? bytes[i - 1] : last;
          const first = i >= 2 ? bytes[i - 2] : i === 1 ? last : before;
          if (first === 0xef && middle === 0xbf) count++;
        }
      }
      before = bytes.length >= 2 ? (bytes.at(-2) ?? -1) : bytes.length === 1 ? last : before;
      last = bytes.at(-1) ?? last;
      return count;
    },
  };
}
