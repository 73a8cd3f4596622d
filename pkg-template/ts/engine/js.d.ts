/** The module, lowered to JavaScript. */
export function instantiate(imports: WebAssembly.Imports): object;
