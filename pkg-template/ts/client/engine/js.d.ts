/** The module, lowered to JavaScript. To be called once: its state is this module's. */
export function instantiate(imports: object): object;
