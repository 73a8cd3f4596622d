// The texts that stand for the core's numbers: taken from the core by the build.

/** Oddities: the code and the message of each, one behind the other. */
export const oddities: readonly string[];
/** Places in a message: JSON pointers. */
export const paths: readonly string[];
/** Why an answer is of no use. */
export const reasons: readonly string[];
/** What the core reads and writes; of use to the glue alone. */
export const words: readonly string[];
