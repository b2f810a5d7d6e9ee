// WebAssembly memory of floats with a bump allocator and bound kernels.
import { bindKernels, type Kernels } from './kernels.ts';

const page = 65536;

/** Addresses are byte offsets and multiples of 16; nothing is ever freed. */
export interface Space {
  readonly kernels: Kernels;
  /** The whole memory; read it again after `allocate`, which may replace it. */
  readonly floats: Float32Array;
  /** `count` zeroed floats; returns the address. Pages never written take no physical memory. */
  allocate(count: number): number;
  /** Valid until the next `allocate`. */
  view(address: number, count: number): Float32Array;
}

/** Tests bind the reference kernels. */
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
