// What stands before the compressed draft in the fragment of an address.

/** The beginning of such a fragment. */
export const linkMark = '#draft=';
