// Reading what the server sent. It is untrusted: every member is checked, cut to a sane length, and whatever cannot be
// used is left out, so that an odd gift costs one card and not the whole answer.

const MAX_GIFTS = 50;
const MAX_TAGS = 5;

/** A string without surrounding space and of at most `length` characters, else undefined. */
export function text(value, length = 240) {
  if (typeof value !== "string") return undefined;
  const trimmed = value.trim();
  if (trimmed === "") return undefined;
  const characters = [...trimmed.slice(0, 2 * length)];
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : characters.join("");
}

const amount = (value) => (typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined);

/** An ISO 4217 code; anything else would make number formatting throw. */
export const currencyCode = (value) => (typeof value === "string" && /^[A-Z]{3}$/.test(value) ? value : undefined);

/** The texts of a list; an object stands for its `name`. */
export const texts = (value, most, length) =>
  (Array.isArray(value) ? value : [])
    .slice(0, most)
    .map((item) => text(typeof item === "object" && item !== null ? item.name : item, length))
    .filter((item) => item !== undefined);

/** A link that may be followed: absolute, http or https, without credentials; else undefined. */
export function webLink(value) {
  if (typeof value !== "string" || value.length > 2048 || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  return url.username || url.password ? undefined : url.href;
}

function gift(value) {
  if (typeof value !== "object" || value === null) return undefined;
  const name = text(value.name, 120);
  if (name === undefined) return undefined;
  return {
    id: text(value.id, 80) ?? name,
    name,
    price: amount(value.price),
    currency: currencyCode(value.currency),
    category: text(value.category, 40),
    tags: texts(value.tags, MAX_TAGS, 24),
    why: text(value.why, 400),
    url: webLink(value.url),
  };
}

/** The gifts of a list; what is none is left out. */
export const readGifts = (value) =>
  (Array.isArray(value) ? value : []).slice(0, MAX_GIFTS).map(gift).filter((one) => one !== undefined);

/** The answer of `suggest_gifts`, or undefined if it holds no list of gifts. */
export function readAnswer(structured) {
  if (typeof structured !== "object" || structured === null || !Array.isArray(structured.gifts)) return undefined;
  return {
    gifts: readGifts(structured.gifts),
    occasion: text(structured.occasion, 60),
    budget: amount(structured.budget),
    recipient: text(structured.recipient, 120),
    considered: amount(structured.considered),
  };
}
