// Tokens of bytes as the vocabularies of GPT-2's kind write them: every byte has a letter of its own.

/** The letter of each byte, 0 to 255: visible ones stand for themselves, the others for letters from U+0100 on. */
export const BYTE_LETTERS: readonly string[] = lettersOfBytes();

function lettersOfBytes(): readonly string[] {
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => {
    const isVisible = (byte >= 33 && byte <= 126) || (byte >= 161 && byte !== 173);
    return String.fromCharCode(isVisible ? byte : next++);
  });
}
