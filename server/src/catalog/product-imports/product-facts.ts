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

/** The specifications of categories and the taxes that a file refers to. One instance per file. */
export class ProductFacts {
  /** Specifications by category path; undefined if the category does not exist. */
  readonly #held = new Map<string, readonly StoredSpecification[] | undefined>();
  #taxes: ReadonlyMap<string, string> | undefined;
  readonly #unknownTaxes: Tallies = new Map();

  /** Loads the categories and taxes that these rows name. */
  async load(
    tx: Tx,
    rows: readonly { row: ProductRow; existing: Existing | undefined }[],
    mapping: ImportMapping,
  ): Promise<void> {
    if (mapping.taxes !== undefined) this.#taxes ??= await taxesByName(tx);
    if (mapping.specifications === undefined) return;
    const wanted = new Set(rows.flatMap(({ row, existing }) => locationsOf(row, existing)));
    const paths = [...wanted].filter((path) => !this.#held.has(path));
    const found = await specificationsAt(tx, paths);
    for (const path of paths) this.#held.set(path, found.get(path));
  }

  /** Finds problems with the taxes and specifications that a row changes. Sets the row's typed specifications. */
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
    // A new category inherits from its nearest existing ancestor.
    const nearest = locationsOf(row, existing).findLast((path) => this.#held.get(path) !== undefined);
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

  /** Tax names of the file that don't exist. */
  unknownTaxes(): ImportExtra {
    return extra('unknownTaxes', this.#unknownTaxes);
  }
}

/** The lower-case paths from the top level down to the row's category. */
function locationsOf({ path }: ProductRow, existing: Existing | undefined): string[] {
  const names = path ?? splitPath(String(existing?.values.category ?? ''));
  return names.map((_, at) => joinPath(names.slice(0, at + 1)).toLowerCase());
}

/** Types the given specifications. Those missing from the file aren't required. */
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
