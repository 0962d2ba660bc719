import { requiredText } from '@aisle/contract/core/fields';
import { keyOfRows } from '@aisle/contract/system/imports/import-fields';
import type { ImportCellValue } from '@aisle/contract/system/imports/import-rows';
import { priceImportTable } from '@aisle/contract/warehouse/located-import-fields';
import { barcode, sku } from '../../catalog/product-imports/reading/cell-readers.ts';
import { codeKey } from '../../catalog/product-imports/reading/code-key.ts';
import type { Tx } from '../../core/db/db.ts';
import type { CellProblem } from '../../system/imports/imported-resource.ts';
import type { ImportPlan } from '../../system/imports/imports.queries.ts';
import { type ReadCell, text } from '../../system/imports/reading/cell-readers.ts';
import type { Found } from '../../system/imports/record-import.ts';
import {
  type LocationIds,
  locationsNamed,
  type NamedLocation,
  type NamedSubProduct,
  subProductsByCode,
} from './located.queries.ts';

/** Fields that every row of prices and stock has: the sub-product and its location. */
export type LocationField = 'sku' | 'barcode' | 'location';
export const locationCells: Record<LocationField, ReadCell> = {
  sku: { read: sku },
  barcode: { read: barcode },
  location: { read: text(requiredText('Location', 200)) },
};

type LocationCells = { [Field in LocationField]?: ImportCellValue };
interface Place {
  location: NamedLocation;
  goods: NamedSubProduct;
}
export const locationKey = ({ locationId, subProductId }: LocationIds): string =>
  `${locationId} ${subProductId}`;
const idsOf = ({ location, goods }: Place): LocationIds => ({
  locationId: location.id,
  subProductId: goods.id,
});

interface Finding<
  Row extends { values: LocationCells },
  Known extends LocationIds,
  Field extends string,
  Stored,
> {
  rows: readonly Row[];
  plan: ImportPlan;
  load(places: readonly LocationIds[]): Promise<readonly Known[]>;
  /** The stored values of a sub-product at a location, with or without an existing record. */
  stored(about: LocatedRecord, known: Known | undefined, place: Place, row: Row): Stored;
  /** The values of a row besides its sub-product and location. */
  values(row: Row): Found<Field, Stored>['values'];
}
export interface LocatedRecord {
  /** The ID of the sub-product. */
  id: string;
  version: null;
  locationId: string;
  sku: string;
  name: string;
}

/** Finds the sub-product and location of each row, in order, with the stored values. */
export async function findLocations<
  Row extends { values: LocationCells },
  Known extends LocationIds,
  Field extends string,
  Stored,
>(tx: Tx, finding: Finding<Row, Known, Field, Stored>): Promise<Found<Field, Stored>[]> {
  const { rows, plan, load } = finding;
  const places = await foundLocations(tx, rows, plan);
  const loaded = await load(places.flatMap((place) => ('goods' in place ? [idsOf(place)] : [])));
  const known = new Map(loaded.map((one) => [locationKey(one), one]));
  return places.map((place, at) => {
    // Without a problem, the sub-product wasn't found, which the comparison reports.
    if (!('goods' in place)) return { unique: [], ...(place.problems.length > 0 && place) };
    const { location, goods } = place;
    const about: LocatedRecord = {
      id: goods.id,
      version: null,
      locationId: location.id,
      sku: goods.sku,
      name: `${goods.name} · ${location.name}`,
    };
    return {
      stored: finding.stored(about, known.get(locationKey(idsOf(place))), place, rows[at]!),
      unique: [{ label: `SKU at ${location.name}`, value: goods.sku }],
      values: finding.values(rows[at]!) ?? {},
    };
  });
}

async function foundLocations(
  tx: Tx,
  rows: readonly { values: LocationCells }[],
  plan: ImportPlan,
): Promise<(Place | { problems: CellProblem[] })[]> {
  const key = keyOfRows(priceImportTable, plan.mapping, plan.options);
  const codeOf = ({ values }: { values: LocationCells }) => {
    const code = values[key];
    return typeof code === 'string' ? codeKey(key, code) : undefined;
  };
  const codes = rows.flatMap((row) => codeOf(row) ?? []);
  const goods = await subProductsByCode(tx, key, codes);
  const locationOf = await locationsOf(tx, rows, plan);
  return rows.map((row) => {
    const sold = goods.get(codeOf(row) ?? '');
    if (!sold) return { problems: [] };
    const location = locationOf(row);
    return 'problems' in location ? location : { location, goods: sold };
  });
}

/** The location that a row names, or the one chosen for all rows without a location. */
async function locationsOf(
  tx: Tx,
  rows: readonly { values: LocationCells }[],
  { mapping, options }: ImportPlan,
): Promise<(row: { values: LocationCells }) => NamedLocation | { problems: CellProblem[] }> {
  const nameOf = ({ values }: { values: LocationCells }) =>
    typeof values.location === 'string' ? values.location : undefined;
  const names = [...new Set(rows.flatMap((row) => nameOf(row)?.toLowerCase() ?? []))];
  const known = await locationsNamed(tx, names, options.locationId);
  return (row) => {
    const name = nameOf(row);
    const wrong = (message: string) => ({
      problems: [{ column: mapping.location ?? null, value: name ?? null, message }],
    });
    if (name === undefined) {
      return known.find(({ id }) => id === options.locationId) ?? wrong('Location is required');
    }
    const byCode = known.find(({ code }) => code.toLowerCase() === name.toLowerCase());
    const byName = known.filter((one) => one.name.toLowerCase() === name.toLowerCase());
    if (byCode && byName.length === 0) return byCode;
    if (byName.length > 1) return wrong('Several locations have this name. Use the code');
    return byName[0] ?? wrong('No location has this name or code');
  };
}
