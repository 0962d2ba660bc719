import { type ImportExtra, maxExtraNames } from '@aisle/contract/system/imports/import-rows';
import type { Tx } from '../../../core/db/db.ts';
import { joinPath } from '../reading/values.ts';
import type { ProductResult } from './product-batch.ts';
import { existingBrands, existingLocations } from './product-extras.queries.ts';

interface Tally {
  name: string;
  rows: number;
}
export type Tallies = Map<string, Tally>;

/** Categories and brands that the rows of a file add, and the new products that would be untaxed. */
export class ProductExtras {
  readonly #paths: Tallies = new Map();
  readonly #newPaths: Tallies = new Map();
  readonly #brands: Tallies = new Map();
  readonly #shortened: Tallies = new Map();
  readonly #unpriced: Tallies = new Map();

  add(results: readonly ProductResult[]): void {
    for (const { kind, source, changes, row, name, isLeftOut } of results) {
      if (isLeftOut) tally(this.#unpriced, `Row ${row}: ${name}`, 0);
      if (!source || (kind !== 'new' && kind !== 'changed')) continue;
      const isSet = (field: string) =>
        changes.some((change) => change.field === field && change.after !== null);
      if (source.path && isSet('category')) {
        for (let level = 1; level <= source.path.length; level += 1) {
          tally(this.#paths, joinPath(source.path.slice(0, level)), level === source.path.length ? 1 : 0);
        }
        if (kind === 'new' && !isSet('taxes')) tally(this.#newPaths, joinPath(source.path), 1);
      }
      if (source.longPath !== undefined && isSet('category')) tally(this.#shortened, source.longPath, 1);
      if (isSet('brand')) tally(this.#brands, String(source.values.brand), 1);
    }
  }

  async list(tx: Tx): Promise<ImportExtra[]> {
    const places = await existingLocations(tx, [...this.#paths.keys()]);
    const brands = await existingBrands(tx, [...this.#brands.keys()]);
    return [
      extra('categories', this.#paths, (path) => !places.has(path)),
      extra('brands', this.#brands, (name) => !brands.has(name)),
      extra('untaxed', this.#newPaths, (path) => !isTaxed(path, places)),
      ...[extra('unpriced', this.#unpriced), extra('shortened', this.#shortened)].filter(
        ({ count }) => count > 0,
      ),
    ];
  }
}

/** A new category inherits the taxes of its nearest existing ancestor. */
function isTaxed(path: string, places: ReadonlyMap<string, boolean>): boolean {
  const parts = path.split(joinPath(['', '']));
  for (let level = parts.length; level > 0; level -= 1) {
    const taxed = places.get(joinPath(parts.slice(0, level)));
    if (taxed !== undefined) return taxed;
  }
  return false;
}

/** Counts names that differ only in case as one. */
export function tally(tallies: Tallies, name: string, rows: number): void {
  const key = name.toLowerCase();
  const known = tallies.get(key);
  if (known) known.rows += rows;
  else tallies.set(key, { name, rows });
}

export function extra(
  key: ImportExtra['key'],
  tallies: Tallies,
  isListed: (key: string) => boolean = () => true,
): ImportExtra {
  const listed = [...tallies].filter(([name]) => isListed(name)).map(([, one]) => one);
  return {
    key,
    // Untaxed products are counted by product, the others by name.
    count: key === 'untaxed' ? listed.reduce((sum, { rows }) => sum + rows, 0) : listed.length,
    names: listed.toSorted((a, b) => b.rows - a.rows).slice(0, maxExtraNames),
  };
}
