// Where an event begins in the bytes of its stream, so that a malformed one can be pointed at without being shown.

/** Follows one stream. */
export interface EventOffsets {
  /** Takes the next read. Only its tail is looked at. */
  read(bytes: Uint8Array): void;
  /** The byte at which event `position` of the latest read begins, of `total` events that this read completed. */
  offsetOf(position: number, total: number): number;
}

const lf = 10;
const cr = 13;

/** Offsets for one stream. */
export function createEventOffsets(): EventOffsets {
  let latest: Uint8Array = new Uint8Array();
  let readStart = 0;
  /** The two bytes before the latest read; a stream begins like a fresh line. */
  let beforeLast = lf;
  let last = lf;
  /** Where the block began that was open at the start of the latest read, and the one open at its end. */
  let openBefore = 0;
  let openAfter = 0;

  const byteAt = (i: number): number | undefined => (i >= 0 ? latest[i] : i === -1 ? last : beforeLast);
  /** Whether a line end at this position ends an empty line. */
  const endsBlock = (i: number): boolean => {
    const before = byteAt(i) === lf && byteAt(i - 1) === cr ? byteAt(i - 2) : byteAt(i - 1);
    return before === lf || before === cr;
  };
  /** Whether a CR is only the first half of a CRLF. */
  const isHalf = (i: number): boolean => byteAt(i) === cr && byteAt(i + 1) === lf;

  return {
    read(bytes) {
      const tail = byteAt(latest.length - 2) ?? lf;
      last = byteAt(latest.length - 1) ?? lf;
      beforeLast = tail;
      readStart += latest.length;
      latest = bytes;
      openBefore = openAfter;
      for (let i = bytes.length - 1; i >= 0; i--) {
        const byte = bytes[i];
        if ((byte === lf || byte === cr) && !isHalf(i) && endsBlock(i)) {
          openAfter = readStart + i + 1;
          return;
        }
      }
    },
    offsetOf(position, total) {
      const later: number[] = [];
      let start: number | null = null;
      let hasData = false;
      let isLineStart = false;
      for (let i = 0; i < latest.length; i++) {
        const byte = latest[i];
        if (isLineStart && byte === 100 && isData(latest, i)) hasData = true;
        isLineStart = false;
        if ((byte !== lf && byte !== cr) || isHalf(i)) continue;
        isLineStart = true;
        if (!endsBlock(i)) continue;
        if (start !== null && hasData) later.push(start);
        start = readStart + i + 1;
        hasData = false;
      }
      // The block that was open when the read began is an event where the later ones do not account for all.
      const all = later.length < total ? [openBefore, ...later] : later;
      return all[position] ?? openBefore;
    },
  };
}

function isData(bytes: Uint8Array, i: number): boolean {
  const after = bytes[i + 4];
  return (
    bytes[i + 1] === 97 &&
    bytes[i + 2] === 116 &&
    bytes[i + 3] === 97 &&
    (after === 58 || after === lf || after === cr)
  );
}
