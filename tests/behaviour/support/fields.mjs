// One field of a valid value at a time, replaced by something else: what JSON can have in its place.

const MISSING = Symbol("missing");

/** What stands there instead. */
const ODD = {
  missing: MISSING,
  null: null,
  "a number": 7,
  "a text": "odd",
  true: true,
  "an array": [],
  "an object": {},
  "a nested array": [{ odd: [null, { odd: 1 }] }],
  "a nested object": { odd: { odd: [null] } },
};

/** The paths of all that is in a value, itself included. */
function paths(value, path = []) {
  const inside = typeof value === "object" && value !== null ? Object.keys(value) : [];
  return [path, ...inside.flatMap((key) => paths(value[key], [...path, key]))];
}

function replaced(value, [key, ...more], odd) {
  if (key === undefined) return odd;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const member = more.length === 0 ? odd : replaced(value[key], more, odd);
  if (member !== MISSING) copy[key] = member;
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete copy[key];
  return copy;
}

/** Each field in each way: [what was done, the value], `undefined` where the whole is missing. */
export function* spoilt(value) {
  for (const path of paths(value)) {
    for (const [name, odd] of Object.entries(ODD)) {
      const made = replaced(value, path, typeof odd === "symbol" ? odd : structuredClone(odd));
      yield [`/${path.join("/")} ${name}`, made === MISSING ? undefined : made];
    }
  }
}

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
