// The texts that stand for the core's numbers: taken from the core by the build.

/** Oddities: code and message. */
export const oddities: readonly (readonly [code: string, message: string])[];
/** Places in a message: JSON pointers. */
export const paths: readonly string[];
/** Why an answer is of no use. */
export const reasons: readonly string[];
