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
  let holdsBytes = false;

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
      // A read that ends in ASCII leaves nothing to hold, and the plain call is four times as quick in Node.
      const last = bytes[bytes.length - 1];
      const leavesBytes = last === undefined ? holdsBytes : last >= 0x80;
      const decoded = decoder.decode(bytes, holdsBytes || leavesBytes ? { stream: true } : undefined);
      holdsBytes = leavesBytes;
      const shown = countReplacements(decoded);
      if (shown > 0) invalid += shown - genuine.count(bytes);
      genuine.remember(bytes);
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

/** Counts the U+FFFD that the service itself sent (EF BF BD), also where a read begins inside one. */
function createReplacementCounter() {
  let before = -1;
  let last = -1;
  return {
    count(bytes: Uint8Array): number {
      let count = 0;
      for (let i = bytes.indexOf(0xbd); i !== -1; i = bytes.indexOf(0xbd, i + 1)) {
        const middle = i >= 1 ? bytes[i - 1] : last;
        const first = i >= 2 ? bytes[i - 2] : i === 1 ? last : before;
        if (first === 0xef && middle === 0xbf) count++;
      }
      return count;
    },
    remember(bytes: Uint8Array): void {
      if (bytes.length === 0) return;
      before = bytes[bytes.length - 2] ?? last;
      last = bytes[bytes.length - 1] ?? last;
    },
  };
}
