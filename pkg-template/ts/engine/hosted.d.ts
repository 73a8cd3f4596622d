/** Which compile it is of. */
export const id: string;
/** The module, lowered to JavaScript. */
export function instantiate(imports: object): object;
