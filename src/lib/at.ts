// Checked array indexing, for noUncheckedIndexedAccess.

/** @throws RangeError if there is no element at `index`, or it is `undefined` */
export function at<T>(array: ArrayLike<T>, index: number): T {
  const element = array[index];
  if (element === undefined) throw new RangeError(`index ${index} is outside an array of ${array.length}`);
  return element;
}
