// The number and list encodings of the WebAssembly binary format.

/** Bytes of a WebAssembly module or of a piece of one. */
export type Bytes = readonly number[];

/** LEB128 of an unsigned 32-bit integer. */
export function unsigned(value: number): Bytes {
  const bytes: number[] = [];
  let rest = value >>> 0;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest >>>= 7;
  }
  return [...bytes, rest];
}

/** LEB128 of a signed 32-bit integer. */
export function signed(value: number): Bytes {
  const bytes: number[] = [];
  let rest = value | 0;
  while (rest < -64 || rest > 63) {
    bytes.push((rest & 127) | 128);
    rest >>= 7;
  }
  return [...bytes, rest & 127];
}

/** The four bytes of a float32, little-endian. */
export function float32(value: number): Bytes {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value, true);
  return [view.getUint8(0), view.getUint8(1), view.getUint8(2), view.getUint8(3)];
}

/** A vector: its length, then its items. */
export function vector(items: readonly Bytes[]): Bytes {
  return [...unsigned(items.length), ...items.flat()];
}

/** A name: its byte length, then its UTF-8. */
export function name(value: string): Bytes {
  const bytes = new TextEncoder().encode(value);
  return [...unsigned(bytes.length), ...bytes];
}

/** A section of a module: its number, its byte length, its content. */
export function section(id: number, content: Bytes): Bytes {
  return [id, ...unsigned(content.length), ...content];
}
