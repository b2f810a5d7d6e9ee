// How large the matrix may become.

/** More models are neither shown nor asked for at once. */
export const mostModels = 60;
