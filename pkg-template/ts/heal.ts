// Reading JSON that is cut off: what a model has written so far.

/** What completes a member or an item that is cut off, wherever that is; the value that it gets is thrown away with it. */
const ENDINGS = ["", "0", ":0", '":0', '"":0', '0000":0'];

/**
 * The value of a JSON text of which only the beginning is there; `undefined` if no JSON begins so. The longer the text, the more there is of
 * the value, and nothing is taken back: texts and arrays grow at their end, objects get members. Of two members of one name the last counts.
 *
 * A text is there as far as it goes, without half an escape or half a surrogate pair. `tru` can only be `true`. A number inside an array or an
 * object is left out until its end is seen: half of it would be another number. So is a name without a value. What stands behind the value is
 * not looked at. Never throws, and takes time in proportion to the text.
 */
export function healJson(text: string): unknown {
  if (typeof text !== "string") return undefined;
  const closers: string[] = [];
  const tokens = /[^ \t\n\r"[\]{},:]+|\S/g;
  const parse = (json: string, ending = [...closers].reverse().join("")): any => {
    try {
      return JSON.parse(json + ending);
    } catch {
      return undefined;
    }
  };
  // Only the order of strings and brackets is followed here; JSON.parse says whether the rest is right.
  let end = 0;
  let before;
  for (let found; (closers[0] || !end) && (found = tokens.exec(text)); before = found[0]) {
    const [token] = found;
    const kind = ',:"{[}]'.indexOf(token);
    const start = found.index;
    let at = tokens.lastIndex;
    if (kind > 4) closers.pop();
    else if (kind > 2) closers.push("}]"[kind - 3]!);
    else if (kind === 2) {
      // Character by character: a regular expression may run out of stack in a long text.
      let escape = at;
      while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? ((escape = at), 2) : 1;
      tokens.lastIndex = ++at;
      if (closers.at(-1) === "}" && before !== ":") continue;
      if (at > text.length) {
        const whole = text.slice(start, /^\\(u[\da-f]{0,3})?$/i.test(text.slice(escape)) ? escape : at);
        return parse(text.slice(0, start) + JSON.stringify(parse(whole, '"')?.replace(/[\ud800-\udbff]$/, "")));
      }
    } else if (kind >= 0) continue;
    else if (at === text.length) {
      const word = ["true", "false", "null"].find((word) => word.indexOf(token) === 0);
      if (word) return parse(text.slice(0, start) + word);
      if (closers[0]) break;
    }
    end = at;
  }
  // What stands behind the last whole part is left out, but must be the beginning of something.
  return !closers[0] || ENDINGS.some((ending) => parse(text + ending)) ? parse(text.slice(0, end)) : undefined;
}
