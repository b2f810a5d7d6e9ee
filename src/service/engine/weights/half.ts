// Half-precision floats: how weights are stored (two bytes each).
import { at } from '#lib/at.ts';

const single = new Float32Array(1);
const bits = new Uint32Array(single.buffer);

/** The 16 bits of the half nearest to `value`, ties to even; too large becomes infinity. */
export function toHalf(value: number): number {
  single[0] = value;
  const word = bits[0] ?? 0;
  const sign = (word >>> 16) & 0x8000;
  const exponent = ((word >>> 23) & 255) - 112;
  const fraction = word & 0x7fffff;
  if (exponent >= 31) return sign | 0x7c00 | (exponent === 143 && fraction > 0 ? 0x200 : 0);
  if (exponent < -10) return sign;
  // Below the normal range the leading one becomes part of the fraction and is shifted further.
  const whole = exponent > 0 ? (exponent << 23) | fraction : fraction | 0x800000;
  const shift = exponent > 0 ? 13 : 14 - exponent;
  const half = Math.floor(whole / 2 ** shift);
  const rest = whole - half * 2 ** shift;
  const tie = 2 ** (shift - 1);
  return sign | (half + (rest > tie || (rest === tie && half % 2 === 1) ? 1 : 0));
}

/** The number that 16 bits stand for, exactly. */
export function fromHalf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >>> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

let table: Float32Array | null = null;

/** The numbers in little-endian bytes, two each; by a table of all of them, which the first call makes. */
export function decodeHalves(bytes: Uint8Array): Float32Array<ArrayBuffer> {
  const values = (table ??= Float32Array.from({ length: 65536 }, (_, half) => fromHalf(half)));
  const numbers = new Float32Array(bytes.length >> 1);
  for (let index = 0; index < numbers.length; index++)
    numbers[index] = values[at(bytes, index * 2) | (at(bytes, index * 2 + 1) << 8)] ?? 0;
  return numbers;
}
