/** One category's products as a readable table; `products.ts` turns the lines into rows. */
export type Shelf = ShelfRules & { categoryKey: string; lines: readonly string[] };

type ShelfRules = {
  /** The picture, unless a line asks for another with `@name`. */
  motif: string;
  aisle: string;
  /** Days from receipt to expiry; null keeps forever. */
  days: number | null;
  /** How often this shelf is bought from, 1 being usual. */
  popularity: number;
  /** Closing sentences of descriptions, parted by semicolons. */
  keep: string;
};

/**
 * A line reads: name | brand or - | sizes | in a few words | extras.
 * A leading `!` marks a staple. A size is `[option/option ]16oz 3.99`; without a number (`lb 1.49`) it is sold
 * by weight. Extras: `@picture %#color ~option-name #tag {Specification=value}`.
 */
export function shelf(categoryKey: string, rules: ShelfRules, table: string): Shelf {
  return { ...rules, categoryKey, lines: table.trim().split('\n') };
}
