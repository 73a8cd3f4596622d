// Bytes as text, one character for the most frequent 88 of them, two for the others.
//
// Base64 spreads three bytes over four characters, and what repeats in the bytes does not repeat in the text: compressed, it is a third
// larger than the bytes. This way the compressed text is as small as the compressed bytes. Only characters that neither a JavaScript
// string, a template nor HTML gives a meaning are used.

/** `order` are the byte values, in hexadecimal, the most frequent first. */
export function decode(order: string, text: string): Uint8Array<ArrayBuffer> {
  // Printable ASCII without what would have to be escaped. The first two announce a second character.
  const ranks: number[] = [];
  let count = 0;
  for (let code = 32; code < 127; code++) if (!"\"$<\\`".includes(String.fromCharCode(code))) ranks[code] = count++ - 2;
  const values = Array.from({ length: 256 }, (_, rank) => parseInt(order.slice(2 * rank, 2 * rank + 2), 16));
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    let rank = ranks[text.charCodeAt(index)]!;
    if (rank < 0) rank = (count - 2) * (rank + 3) + ranks[text.charCodeAt(++index)]!;
    bytes[length++] = values[rank]!;
  }
  return bytes.slice(0, length);
}
