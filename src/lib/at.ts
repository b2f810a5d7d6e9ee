// One element of an array, known to exist: the checked way to index under noUncheckedIndexedAccess.

/** The element at `index`; throws RangeError when the array has none there (or has `undefined` there). */
export function at<T>(array: ArrayLike<T>, index: number): T {
  const element = array[index];
  if (element === undefined) throw new RangeError(`index ${index} is outside an array of ${array.length}`);
  return element;
}
