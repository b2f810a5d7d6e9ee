// A generator that is made when it is first asked: until then there is nothing of it, afterwards nothing stands before it.

/** Hands every call on to the generator that `make` brings; a failure of `make` is the failure of the first call. One call at a time. */
export function deferredGenerator<T, R>(
  make: () => Promise<AsyncGenerator<T, R, undefined>>,
): AsyncGenerator<T, R, undefined> {
  let made: AsyncGenerator<T, R, undefined> | null = null;

  async function ready(): Promise<AsyncGenerator<T, R, undefined>> {
    made = await make();
    return made;
  }

  const generator: AsyncGenerator<T, R, undefined> = {
    next: () => made?.next() ?? ready().then((inner) => inner.next()),
    return: (value) => made?.return(value) ?? ready().then((inner) => inner.return(value)),
    throw: (error) => made?.throw(error) ?? ready().then((inner) => inner.throw(error)),
    [Symbol.asyncIterator]: () => generator,
  };
  return generator;
}
