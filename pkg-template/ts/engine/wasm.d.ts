/** The module, in base64. */
export const bytes: string;
