import type { Unit } from '@aisle/contract/core/quantity';
import { emptyRow, type VariantRow } from './product-values.ts';

/** An option by which variants differ, with its values: Size: 500 g, 1 kg. */
export interface Option {
  name: string;
  values: string[];
}

/** The options used by the rows, in order of appearance. */
export function optionsOf(rows: readonly VariantRow[]): Option[] {
  const options = new Map<string, Set<string>>();
  for (const { optionValues = {} } of rows) {
    for (const [name, value] of Object.entries(optionValues)) {
      options.set(name, (options.get(name) ?? new Set()).add(value));
    }
  }
  return [...options].map(([name, values]) => ({ name, values: [...values] }));
}

/** All combinations of values; the first option changes slowest. */
export function combinations(options: readonly Option[]): Record<string, string>[] {
  const used = options.filter(({ name, values }) => name.trim() !== '' && values.length > 0);
  if (used.length === 0) return [];
  return used.reduce<Record<string, string>[]>(
    (all, { name, values }) =>
      all.flatMap((one) => values.map((value) => ({ ...one, [name.trim()]: value }))),
    [{}],
  );
}

const keyOf = (values: Record<string, string> = {}): string =>
  JSON.stringify(
    Object.entries(values)
      .map(([name, value]) => [name, value.toLowerCase()])
      .sort(),
  );

/** The combinations without a row. */
export function missingCombinations(
  rows: readonly VariantRow[],
  options: readonly Option[],
): Record<string, string>[] {
  const there = new Set(rows.map(({ optionValues }) => keyOf(optionValues)));
  return combinations(options).filter((values) => !there.has(keyOf(values)));
}

/**
 * Adds a row for each missing combination: named by its values, with an unused SKU, and otherwise like the last row. Existing
 * rows stay unchanged.
 */
export function withMissing(
  rows: readonly VariantRow[],
  options: readonly Option[],
  productName: string,
): VariantRow[] {
  const like = rows.at(-1);
  const taken = new Set(rows.map(({ sku }) => sku.toLowerCase()));
  // Drops blank rows, such as an unfilled first row.
  const kept = rows.filter((row) => row._id !== undefined || row.sku !== '' || row.name !== '');
  const added = missingCombinations(kept, options).map((optionValues): VariantRow => {
    const values = Object.values(optionValues);
    const sku = freeSku([productName, ...values], taken);
    taken.add(sku.toLowerCase());
    const sizes = values.flatMap((value) => sizeIn(value) ?? []);
    return {
      ...emptyRow(values.join(', ')),
      ...(like && { unit: like.unit, soldByWeight: like.soldByWeight, price: like.price }),
      ...sizes[0],
      sku,
      optionValues,
    };
  });
  return [...kept, ...added];
}

/** Fits a column of the grid, a label and a phone. Typed SKUs can be longer. */
const maxSkuLength = 16;

/**
 * "Whole milk", "1 gal" → WHOLE-MILK-1-GAL. Longer names are abbreviated: "Single Origin Coffee", "12 oz", "Whole bean" →
 * SOC-12OZ-WB. A SKU in use gets a number.
 */
export function freeSku(parts: readonly string[], taken: ReadonlySet<string>): string {
  const words = parts
    .map((part) =>
      part
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .replace(/[^A-Za-z0-9]+/g, ' ')
        .trim()
        .toUpperCase(),
    )
    .filter(Boolean);
  const full = words.join('-').replaceAll(' ', '-');
  const shorter = [full, ...[8, 7, 6, 5, 4, 3].map((letters) => abbreviated(words, letters))];
  const base = shorter.find(({ length }) => length <= maxSkuLength) ?? shorter.at(-1)!;
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`;
    const sku = (base || 'SKU').slice(0, maxSkuLength - suffix.length).replace(/-+$/, '') + suffix;
    if (!taken.has(sku.toLowerCase())) return sku;
  }
}

/** Sizes stay whole, several words become their initials, and a single word keeps its first letters. */
const abbreviated = (names: readonly string[], letters: number): string =>
  names
    .map((name) => {
      if (/^\d/.test(name)) return name.replaceAll(' ', '');
      const [first = '', ...others] = name.split(' ');
      return others.length === 0
        ? first.slice(0, letters)
        : [first, ...others].map((word) => word[0]).join('');
    })
    .join('-');

const names: Record<string, Unit> = { lbs: 'lb', 'fl. oz': 'fl oz', liter: 'l', litre: 'l', kgs: 'kg' };
/** "500 g" contains unit and size; "Large" contains neither. */
export function sizeIn(value: string): { unit: Unit; unitSize: number } | undefined {
  const match = /^(\d+(?:\.\d{1,3})?)\s*(fl\.? oz|oz|lbs?|kgs?|g|ml|l|lit(?:er|re))$/i.exec(value.trim());
  if (!match) return undefined;
  const word = match[2]!.toLowerCase();
  return { unit: names[word] ?? (word as Unit), unitSize: Number(match[1]) };
}

/** Renames an option in all rows. Rows without a value for it stay unchanged. */
export const renamedOption = (rows: readonly VariantRow[], from: string, to: string): VariantRow[] =>
  rows.map((row) => ({
    ...row,
    optionValues: Object.fromEntries(
      Object.entries(row.optionValues ?? {}).map(([name, value]) => [name === from ? to : name, value]),
    ),
  }));

export const withoutOption = (rows: readonly VariantRow[], name: string): VariantRow[] =>
  rows.map(({ optionValues = {}, ...row }) => {
    const { [name]: _, ...rest } = optionValues;
    return { ...row, optionValues: rest };
  });
