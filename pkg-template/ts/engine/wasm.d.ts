/** The byte values, the most frequent first, in hexadecimal. */
export const order: string;
/** The module's bytes as `decode` reads them. */
export const text: string;
