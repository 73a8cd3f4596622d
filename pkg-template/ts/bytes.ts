// Bytes as text, one character for the most frequent 88 of them, two for the others.
//
// Base64 spreads three bytes over four characters, and what repeats in the bytes does not repeat in the text: compressed, it is a third
// larger than the bytes. This way the compressed text is as small as the compressed bytes. Only characters that neither a JavaScript
// string, a template nor HTML gives a meaning are used.

/** `order` are the byte values, in hexadecimal, the most frequent first. */
export function decode(order: string, text: string): Uint8Array<ArrayBuffer> {
  // Printable ASCII without what would have to be escaped. The first two announce a second character.
  const codes = Array.from({ length: 95 }, (_, index) => 32 + index).filter((code) => !"\"$<\\`".includes(String.fromCharCode(code)));
  const singles = codes.length - 2;
  // What each character stands for: alone, behind the first announcer, behind the second. This runs before anything is compiled, so
  // the loop below does as little as it can.
  const tables = Array.from({ length: 3 }, () => new Int16Array(127).fill(-1));
  for (let rank = 0; rank < 256; rank++) {
    tables[Math.floor(rank / singles)]![codes[2 + (rank % singles)]!] = parseInt(order.slice(2 * rank, 2 * rank + 2), 16);
  }
  const [alone, first, second] = tables as [Int16Array, Int16Array, Int16Array];
  const announcer = codes[0];
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const value = alone[code]!;
    bytes[length++] = value >= 0 ? value : (code === announcer ? first : second)[text.charCodeAt(++index)]!;
  }
  return bytes.slice(0, length);
}
