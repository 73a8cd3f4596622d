// What the client's core has beyond the widget's (`../../engine/tables.d.ts`), from where that ends.

export const oddities: readonly string[];
export const paths: readonly string[];
export const reasons: readonly string[];
export const words: readonly string[];
