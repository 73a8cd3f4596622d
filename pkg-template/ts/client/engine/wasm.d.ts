/** The module that decodes the text, in base64. */
export const decoder: string;
/** The module's bytes as `decode` reads them. */
export const text: string;
