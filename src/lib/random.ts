// Seeded random numbers: sfc32 seeded by splitmix32.
import { at } from './at.ts';

export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(...seeds: readonly number[]) {
    let state = 0x6a09e667;
    const mix = (word: number): number => {
      state = (state + 0x9e3779b9 + word) | 0;
      let t = state ^ (state >>> 16);
      t = Math.imul(t, 0x21f0aaad);
      t ^= t >>> 15;
      t = Math.imul(t, 0x735a2d97);
      return (t ^ (t >>> 15)) | 0;
    };
    for (const seed of seeds) {
      state ^= mix(seed | 0);
      state ^= mix(Math.floor(seed / 4294967296) | 0);
    }
    this.#a = mix(0);
    this.#b = mix(0);
    this.#c = mix(0);
    for (let i = 0; i < 12; i++) this.uint32();
  }

  /** 0 to 2^32 - 1. */
  uint32(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** In [0, 1), with 53 random bits. */
  unit(): number {
    return ((this.uint32() >>> 5) * 67108864 + (this.uint32() >>> 6)) / 9007199254740992;
  }

  below(bound: number): number {
    return Math.floor(this.unit() * bound);
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<T>(array: readonly T[]): T {
    const element = array[this.below(array.length)];
    if (element === undefined) throw new RangeError('cannot pick from an empty array');
    return element;
  }

  /** Mean 0, deviation 1: a sum of twelve uniform numbers, exact on every platform. */
  normal(): number {
    let sum = -6;
    for (let i = 0; i < 12; i++) sum += this.unit();
    return sum;
  }

  shuffle<T>(array: T[]): T[] {
    for (let i = array.length - 1; i > 0; i--) {
      const other = this.below(i + 1);
      const element = at(array, i);
      array[i] = at(array, other);
      array[other] = element;
    }
    return array;
  }
}
