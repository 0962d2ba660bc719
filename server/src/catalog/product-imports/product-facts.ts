import type { StoredSpecification } from '@aisle/contract/catalog/categories';
import { splitPair } from '@aisle/contract/catalog/listed-values';
import type { ImportMapping } from '@aisle/contract/system/imports/import-fields';
import type { ImportChange, ImportExtra } from '@aisle/contract/system/imports/import-rows';
import type { Tx } from '../../core/db/db.ts';
import type { CellProblem } from '../../system/imports/imported-resource.ts';
import { readSpecifications, type SpecificationValues } from '../products/specifications.ts';
import type { Existing } from './product-diff.ts';
import type { ProductRow } from './product-rows.ts';
import { joinPath, splitPath } from './reading/values.ts';
import { extra, type Tallies, tally } from './writing/product-extras.ts';
import { specificationsAt, taxesByName } from './writing/product-locations.queries.ts';

/** What cells of a file name beside its records: the specifications of categories, and taxes. Kept for one file. */
export class ProductFacts {
  /** By path; undefined where there is no such category. */
  readonly #held = new Map<string, readonly StoredSpecification[] | undefined>();
  #taxes: ReadonlyMap<string, string> | undefined;
  readonly #unknownTaxes: Tallies = new Map();

  /** Loads what these rows name. */
  async load(
    tx: Tx,
    rows: readonly { row: ProductRow; existing: Existing | undefined }[],
    mapping: ImportMapping,
  ): Promise<void> {
    if (mapping.taxes !== undefined) this.#taxes ??= await taxesByName(tx);
    if (mapping.specifications === undefined) return;
    const wanted = new Set(rows.flatMap(({ row, existing }) => placesOf(row, existing)));
    const paths = [...wanted].filter((path) => !this.#held.has(path));
    const found = await specificationsAt(tx, paths);
    for (const path of paths) this.#held.set(path, found.get(path));
  }

  /** What is wrong with the taxes and specifications that a row changes; keeps the specifications as they are typed. */
  check(
    row: ProductRow,
    existing: Existing | undefined,
    changes: readonly ImportChange[],
    mapping: ImportMapping,
  ): CellProblem[] {
    const after = (field: string) =>
      (changes.find((change) => change.field === field)?.after ?? []) as string[];
    const unknown = after('taxes').filter((name) => !this.#taxes?.has(name.toLowerCase()));
    for (const name of unknown) tally(this.#unknownTaxes, name, 1);
    // A new category inherits from the nearest one above that is there.
    const nearest = placesOf(row, existing).findLast((path) => this.#held.get(path) !== undefined);
    const held = (nearest === undefined ? undefined : this.#held.get(nearest)) ?? [];
    const { values, fields } = typed(held, after('specifications'));
    row.specifications = values;
    return [
      ...unknown.map((name) => ({ column: mapping.taxes!, value: name, message: 'No tax has this name' })),
      ...fields.map(({ path, message }) => ({
        column: mapping.specifications!,
        value: path.slice(path.indexOf('.') + 1),
        message,
      })),
    ];
  }

  /** The names that no tax has. */
  unknownTaxes(): ImportExtra {
    return extra('unknownTaxes', this.#unknownTaxes);
  }
}

/** The paths down to the row's category, in lower case, the topmost first. */
function placesOf({ path }: ProductRow, existing: Existing | undefined): string[] {
  const names = path ?? splitPath(String(existing?.values.category ?? ''));
  return names.map((_, at) => joinPath(names.slice(0, at + 1)).toLowerCase());
}

/** What a file leaves out is not required of it. */
function typed(
  held: readonly StoredSpecification[],
  pairs: readonly string[],
): { values: SpecificationValues; fields: { path: string; message: string }[] } {
  const names = new Map(held.map(({ name }) => [name.toLowerCase(), name]));
  const stated = pairs.flatMap((pair) => {
    const [name, value] = splitPair(pair) ?? [];
    return name === undefined ? [] : [[names.get(name.toLowerCase()) ?? name, value ?? '']];
  });
  return readSpecifications(
    held.map((one) => ({ ...one, required: false })),
    Object.fromEntries(stated),
  );
}
