/** Which compile the glue and the engines are of. */
export const id: string;
