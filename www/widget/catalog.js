// The filters, from the resource `gift_catalog`.
import { currencyCode, texts } from "./answer.js";

const CATALOG_URI = "mcp://gift-server/resources/gift_catalog";

/** Reads the catalogue; rejects if the resource cannot be read or holds something else. */
export async function readCatalog(widget) {
  const { contents } = await widget.readResource(CATALOG_URI);
  const value = JSON.parse(contents.find((part) => typeof part.text === "string")?.text ?? "");
  const range = value.priceRange ?? {};
  const finite = (number, fallback) => (Number.isFinite(number) ? number : fallback);
  const catalog = {
    categories: texts(value.categories, 60, 40),
    occasions: texts(value.occasions, 60, 40),
    priceRange: { min: finite(range.min, 1), max: finite(range.max, 500) },
    currency: currencyCode(value.currency),
    count: finite(value.count, undefined),
  };
  if (catalog.occasions.length === 0) throw new Error("The catalogue names no occasion");
  return catalog;
}
