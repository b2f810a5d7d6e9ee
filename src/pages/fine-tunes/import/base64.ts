// Text in base64, as hosted services hand out the results of a fine-tune.

/** What the beginning of a text in base64 encodes; null where it is none, or encodes no text. */
export function decodeBase64Start(head: string): string | null {
  const lean = head.slice(0, 4096).replaceAll(/\s+/g, '');
  if (lean.length < 24 || !/^[A-Za-z0-9+/]+={0,2}$/.test(lean)) return null;
  const text = createBase64Decoder()(head);
  // Words without spaces are base64, too, and encode anything.
  return /^[\t\r\n -~]{12}/.test(text) && !text.includes('\uFFFD') ? text : null;
}

/** Decodes text that comes in pieces. */
export function createBase64Decoder(): (text: string) => string {
  const decoder = new TextDecoder();
  let rest = '';
  return (text) => {
    const all = rest + text.replaceAll(/\s+/g, '');
    const whole = all.length - (all.length % 4);
    rest = all.slice(whole);
    const bytes = Uint8Array.from(atob(all.slice(0, whole)), (char) => char.charCodeAt(0));
    return decoder.decode(bytes, { stream: true });
  };
}
