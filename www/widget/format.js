// Words and numbers for people.

/** The language that the page has: its own, or the host's, which `applyHostStyles` puts there. Only language tags get that far. */
const locale = () => document.documentElement.lang || undefined;

/** `49.5, "EUR"` → `€49.50`; whole amounts without decimals. */
export function money(value, currency) {
  if (value === undefined) return undefined;
  if (value >= 1e12) return "beyond price";
  const digits = Number.isInteger(value) ? 0 : 2;
  const style = currency ? { style: "currency", currency } : {};
  return new Intl.NumberFormat(locale(), { ...style, minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

/** `thank-you` → `Thank you`. */
export function label(name) {
  const spaced = name.replace(/[-_]+/g, " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

export const plural = (count, one, many) => `${count} ${count === 1 ? one : many}`;
