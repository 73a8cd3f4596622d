/** The module, lowered to JavaScript. */
export function instantiate(imports: object): object;
