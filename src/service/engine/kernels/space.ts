// A WebAssembly memory of floats, handed out piece by piece, with the kernels bound to it.
import { bindKernels, type Kernels } from './kernels.ts';

const page = 65536;

/** Memory in which the kernels work. Addresses are byte offsets and multiples of 16; nothing is ever given back. */
export interface Space {
  readonly kernels: Kernels;
  /** The whole memory as floats; get it again after `allocate`, which may replace it. */
  readonly floats: Float32Array;
  /** Room for `count` floats, zero at first; returns its address. Pages that are never written cost no real memory. */
  allocate(count: number): number;
  /** The floats at an address; valid until the next `allocate`. */
  view(address: number, count: number): Float32Array;
}

/** An empty space on which `bind` puts its kernels (WebAssembly by default; tests bind the reference). */
export function createSpace(bind: (memory: WebAssembly.Memory) => Kernels = bindKernels): Space {
  const memory = new WebAssembly.Memory({ initial: 1 });
  let floats = new Float32Array(memory.buffer);
  let used = 64;
  return {
    kernels: bind(memory),
    get floats() {
      return floats;
    },
    allocate(count) {
      const address = used;
      used += Math.ceil(count / 16) * 64;
      const missing = used - memory.buffer.byteLength;
      if (missing > 0) {
        memory.grow(Math.ceil(missing / page));
        floats = new Float32Array(memory.buffer);
      }
      return address;
    },
    view: (address, count) => floats.subarray(address / 4, address / 4 + count),
  };
}
