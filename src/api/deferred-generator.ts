// A generator that is made when it is first asked: until then there is nothing of it, afterwards nothing stands before it.

/** Hands every call on to the generator that `make` brings; a failure of `make` is that of the first call. One call at a time. */
export function deferredGenerator<T, R>(
  make: () => Promise<AsyncGenerator<T, R, undefined>>,
): AsyncGenerator<T, R, undefined> {
  let made: AsyncGenerator<T, R, undefined> | null = null;

  async function begin(): Promise<IteratorResult<T, R>> {
    made = await make();
    return made.next();
  }

  const generator: AsyncGenerator<T, R, undefined> = {
    next: () => made?.next() ?? begin(),
    async return(value) {
      return made === null ? { done: true, value: await value } : made.return(value);
    },
    async throw(error) {
      if (made === null) throw error;
      return made.throw(error);
    },
    [Symbol.asyncIterator]: () => generator,
  };
  return generator;
}
