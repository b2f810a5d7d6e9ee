// WebAssembly module builder: functions with named variables.
import type { Code, ResultType, Statement, ValueType, Variable } from './instructions.ts';

const valueType = { i32: 0x7f, f32: 0x7d, v128: 0x7b } as const;
const typeBytes = (type: ResultType): Bytes[] => (type === 'none' ? [] : [[valueType[type]]]);

export interface Definition<R extends ResultType> {
  call(...inputs: readonly Code<ValueType>[]): Code<R>;
}

/** Parameters come before locals. */
export class FunctionScope {
  readonly parameters: ValueType[] = [];
  readonly locals: ValueType[] = [];

  parameter<T extends ValueType>(type: T): Variable<T> {
    if (this.locals.length > 0) throw new Error('parameters come before locals');
    return variable(type, this.parameters.push(type) - 1);
  }

  local<T extends ValueType>(type: T): Variable<T> {
    return variable(type, this.parameters.length + this.locals.push(type) - 1);
  }
}

function variable<T extends ValueType>(type: T, index: number): Variable<T> {
  return {
    type,
    bytes: [0x20, ...unsigned(index)],
    set: (value) => ({ type: 'none', bytes: [...value.bytes, 0x21, ...unsigned(index)] }),
  };
}

interface Function {
  readonly name: string;
  readonly signature: Bytes;
  readonly body: Bytes;
}

/** Imports the memory `env.memory`; exports every function. */
export class ModuleBuilder {
  readonly #functions: Function[] = [];

  /** `write` returns the statements; the last leaves the result. */
  define<R extends ResultType>(
    functionName: string,
    result: R,
    write: (scope: FunctionScope) => readonly [...Statement[], Code<R>],
  ): Definition<R> {
    const scope = new FunctionScope();
    const statements = write(scope).flatMap((statement) => statement.bytes);
    const signature = [0x60, ...vector(scope.parameters.flatMap(typeBytes)), ...vector(typeBytes(result))];
    const locals = vector(scope.locals.map((type) => [1, valueType[type]]));
    const index =
      this.#functions.push({ name: functionName, signature, body: [...locals, ...statements, 0x0b] }) - 1;
    return {
      call: (...inputs) => ({
        type: result,
        bytes: [...inputs.flatMap((input) => input.bytes), 0x10, ...unsigned(index)],
      }),
    };
  }

  assemble(): Uint8Array<ArrayBuffer> {
    const functions = this.#functions;
    const magicAndVersion = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
    const memory = [...name('env'), ...name('memory'), 2, 0, 1];
    return Uint8Array.from(
      [
        magicAndVersion,
        section(1, vector(functions.map((entry) => entry.signature))),
        section(2, vector([memory])),
        section(3, vector(functions.map((_, index) => unsigned(index)))),
        section(7, vector(functions.map((entry, index) => name(entry.name).concat(0, unsigned(index))))),
        section(10, vector(functions.map(({ body }) => unsigned(body.length).concat(body)))),
      ].flat(),
    );
  }
}

export type Bytes = readonly number[];

/** LEB128, 32 bits. */
export function unsigned(value: number): Bytes {
  const bytes: number[] = [];
  let rest = value >>> 0;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest >>>= 7;
  }
  return [...bytes, rest];
}

/** LEB128, 32 bits. */
export function signed(value: number): Bytes {
  const bytes: number[] = [];
  let rest = value | 0;
  while (rest < -64 || rest > 63) {
    bytes.push((rest & 127) | 128);
    rest >>= 7;
  }
  return [...bytes, rest & 127];
}

/** Little-endian. */
export function float32(value: number): Bytes {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value, true);
  return [view.getUint8(0), view.getUint8(1), view.getUint8(2), view.getUint8(3)];
}

/** Length, then items. */
function vector(items: readonly Bytes[]): Bytes {
  return [...unsigned(items.length), ...items.flat()];
}

/** Byte length, then UTF-8. */
function name(value: string): Bytes {
  const bytes = new TextEncoder().encode(value);
  return [...unsigned(bytes.length), ...bytes];
}

/** Number, byte length, content. */
function section(id: number, content: Bytes): Bytes {
  return [id, ...unsigned(content.length), ...content];
}
