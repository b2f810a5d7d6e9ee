// WebAssembly module builder: functions, named variables, instructions as typed expressions.

const valueType = { i32: 0x7f, f32: 0x7d, v128: 0x7b } as const;
const typeBytes = (type: ResultType): Bytes[] => (type === 'none' ? [] : [[valueType[type]]]);

export interface Definition<R extends ResultType> {
  call(...inputs: readonly Code<ValueType>[]): Code<R>;
}

export class FunctionScope {
  readonly parameterTypes: ValueType[] = [];
  readonly localTypes: ValueType[] = [];

  parameter<T extends ValueType>(type: T): Variable<T> {
    if (this.localTypes.length > 0) throw new Error('parameters come before locals');
    return createVariable(type, this.parameterTypes.push(type) - 1);
  }

  local<T extends ValueType>(type: T): Variable<T> {
    return createVariable(type, this.parameterTypes.length + this.localTypes.push(type) - 1);
  }

  parameters<T extends ValueType, Count extends number>(type: T, count: Count): Variables<T, Count>;
  parameters(type: ValueType, count: number): Variable<ValueType>[] {
    return Array.from({ length: count }, () => this.parameter(type));
  }

  locals<T extends ValueType, Count extends number>(type: T, count: Count): Variables<T, Count>;
  locals(type: ValueType, count: number): Variable<ValueType>[] {
    return Array.from({ length: count }, () => this.local(type));
  }
}

type Variables<
  T extends ValueType,
  Count extends number,
  Counted extends readonly Variable<T>[] = [],
> = Counted['length'] extends Count ? Counted : Variables<T, Count, [...Counted, Variable<T>]>;

function createVariable<T extends ValueType>(type: T, index: number): Variable<T> {
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
    const signature = [
      0x60,
      ...vector(scope.parameterTypes.flatMap(typeBytes)),
      ...vector(typeBytes(result)),
    ];
    const locals = vector(scope.localTypes.map((type) => [1, valueType[type]]));
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
function unsigned(value: number): Bytes {
  const bytes: number[] = [];
  let rest = value >>> 0;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest >>>= 7;
  }
  return [...bytes, rest];
}

/** LEB128, 32 bits. */
function signed(value: number): Bytes {
  const bytes: number[] = [];
  let rest = value | 0;
  while (rest < -64 || rest > 63) {
    bytes.push((rest & 127) | 128);
    rest >>= 7;
  }
  return [...bytes, rest & 127];
}

/** Little-endian. */
function float32(value: number): Bytes {
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

/** `none` for statements. */
export type ValueType = 'i32' | 'f32' | 'v128';
export type ResultType = ValueType | 'none';

export interface Code<T extends ResultType = ResultType> {
  readonly type: T;
  readonly bytes: Bytes;
}
export type Statement = Code<'none'>;

export interface Variable<T extends ValueType> extends Code<T> {
  set(value: Code<T>): Statement;
}

const make = <T extends ResultType>(type: T, ...parts: readonly Bytes[]): Code<T> => ({
  type,
  bytes: parts.flat(),
});
const simd = (opcode: number): Bytes => [0xfd, ...unsigned(opcode)];
const memory = (offset: number): Bytes => [2, ...unsigned(offset)];
const unary =
  <T extends ValueType>(type: T, opcode: Bytes) =>
  (a: Code<T>): Code<T> =>
    make(type, a.bytes, opcode);
const binary =
  <T extends ValueType>(type: T, opcode: Bytes) =>
  (a: Code<T>, b: Code<T>): Code<T> =>
    make(type, a.bytes, b.bytes, opcode);
const four = (bytes: Bytes): Bytes => [...bytes, ...bytes, ...bytes, ...bytes];

export const i32 = {
  constant: (value: number): Code<'i32'> => make('i32', [0x41], signed(value)),
  add: binary('i32', [0x6a]),
  sub: binary('i32', [0x6b]),
  mul: binary('i32', [0x6c]),
  and: binary('i32', [0x71]),
  or: binary('i32', [0x72]),
  shiftLeft: (a: Code<'i32'>, bits: number): Code<'i32'> =>
    make('i32', a.bytes, [0x41], signed(bits), [0x74]),
  load: (address: Code<'i32'>): Code<'i32'> => make('i32', address.bytes, [0x28], memory(0)),
  lessSigned: binary('i32', [0x48]),
  lessUnsigned: binary('i32', [0x49]),
  greaterSigned: binary('i32', [0x4a]),
};

export const f32 = {
  constant: (value: number): Code<'f32'> => make('f32', [0x43], float32(value)),
  add: binary('f32', [0x92]),
  mul: binary('f32', [0x94]),
  div: binary('f32', [0x95]),
  sqrt: unary('f32', [0x91]),
  max: binary('f32', [0x97]),
  fromSigned: (a: Code<'i32'>): Code<'f32'> => make('f32', a.bytes, [0xb2]),
  load: (address: Code<'i32'>): Code<'f32'> => make('f32', address.bytes, [0x2a], memory(0)),
  store: (address: Code<'i32'>, value: Code<'f32'>): Statement =>
    make('none', address.bytes, value.bytes, [0x38], memory(0)),
};

const lane = (a: Code<'v128'>, index: number): Code<'f32'> => make('f32', a.bytes, simd(31), [index]);

export const f32x4 = {
  constant: (value: number): Code<'v128'> => make('v128', simd(12), four(float32(value))),
  splat: (a: Code<'f32'>): Code<'v128'> => make('v128', a.bytes, simd(19)),
  load: (address: Code<'i32'>, offset = 0): Code<'v128'> =>
    make('v128', address.bytes, simd(0), memory(offset)),
  loadSplat: (address: Code<'i32'>): Code<'v128'> => make('v128', address.bytes, simd(9), memory(0)),
  store: (address: Code<'i32'>, value: Code<'v128'>, offset = 0): Statement =>
    make('none', address.bytes, value.bytes, simd(11), memory(offset)),
  add: binary('v128', simd(228)),
  sub: binary('v128', simd(229)),
  mul: binary('v128', simd(230)),
  div: binary('v128', simd(231)),
  min: binary('v128', simd(234)),
  max: binary('v128', simd(235)),
  sqrt: unary('v128', simd(227)),
  negate: unary('v128', simd(225)),
  nearest: unary('v128', simd(106)),
  lane,
  /** Always in the same order. */
  sum: (a: Variable<'v128'>): Code<'f32'> =>
    f32.add(f32.add(f32.add(lane(a, 0), lane(a, 1)), lane(a, 2)), lane(a, 3)),
  /** Lanes 0 to 3 are of a, 4 to 7 of b. */
  shuffle: (
    a: Code<'v128'>,
    b: Code<'v128'>,
    lanes: readonly [number, number, number, number],
  ): Code<'v128'> =>
    make(
      'v128',
      a.bytes,
      b.bytes,
      simd(13),
      lanes.flatMap((index) => [index * 4, index * 4 + 1, index * 4 + 2, index * 4 + 3]),
    ),
  /** Adds integer n to the exponent bits. */
  timesPowerOfTwo: (a: Code<'v128'>, n: Code<'v128'>): Code<'v128'> =>
    make('v128', a.bytes, n.bytes, simd(248), [0x41], signed(23), simd(171), simd(174)),
};

export const block = (...statements: readonly Statement[]): Statement =>
  make('none', ...statements.map((statement) => statement.bytes));

export const when = (condition: Code<'i32'>, then: Statement): Statement =>
  make('none', condition.bytes, [0x04, 0x40], then.bytes, [0x0b]);

/** Tests before the first pass. */
export const loopWhile = (condition: Code<'i32'>, ...body: readonly Statement[]): Statement =>
  make(
    'none',
    [0x02, 0x40, 0x03, 0x40],
    condition.bytes,
    [0x45, 0x0d, 1],
    block(...body).bytes,
    [0x0c, 0, 0x0b, 0x0b],
  );

/** Runs at least once. */
export const repeatWhile = (condition: Code<'i32'>, ...body: readonly Statement[]): Statement =>
  make('none', [0x03, 0x40], block(...body).bytes, condition.bytes, [0x0d, 0, 0x0b]);

export const advance = (variable: Variable<'i32'>, by: Code<'i32'> | number): Statement =>
  variable.set(i32.add(variable, typeof by === 'number' ? i32.constant(by) : by));

export const floatAt = (base: Code<'i32'>, index: Code<'i32'>): Code<'i32'> =>
  i32.add(base, i32.shiftLeft(index, 2));

/** Over a positive multiple of four floats from the first pointer on; all pointers advance together. */
export const forEachFour = (
  scope: FunctionScope,
  count: Code<'i32'>,
  pointers: readonly [Variable<'i32'>, ...Variable<'i32'>[]],
  ...body: readonly Statement[]
): Statement => {
  const end = scope.local('i32');
  return block(
    end.set(floatAt(pointers[0], count)),
    repeatWhile(
      i32.lessUnsigned(pointers[0], end),
      ...body,
      ...pointers.map((pointer) => advance(pointer, 16)),
    ),
  );
};
