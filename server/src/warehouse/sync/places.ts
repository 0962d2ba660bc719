import type { LevelKey } from '../../ledgers/stock/stock.queries.ts';
import { levelKey } from '../inventory/stock-posting.ts';
import { insertExternalIds } from './connection.queries.ts';
import { type Entry, isOpen, refuse, refuseMissing, refuseRepeated, type Sync } from './entries.ts';
import { findItems, findLocations, type Item, type ItemKeys, type LocationKeys } from './items.queries.ts';

/** An entry about an item at a location. */
export interface Placed<Row> extends LevelKey {
  entry: Entry<Row>;
  item: Item;
}

/** Finds the item and the location of each row, and refuses rows without them or about the same level. */
export async function findPlaces<Row extends ItemKeys & LocationKeys>(
  sync: Sync,
  entries: readonly Entry<Row>[],
): Promise<Placed<Row>[]> {
  const { tx, connection } = sync;
  const open = entries.filter(isOpen);
  const rows = open.map(({ row }) => row);
  const itemOf = await findItems(tx, connection.id, rows);
  const locationOf = await findLocations(tx, rows);
  const places = new Map<Row, Placed<Row>>();
  for (const entry of open) {
    const found = itemOf(entry.row);
    const locationId = locationOf(entry.row);
    if (!found) refuseMissing(entry, itemField(entry.row), 'No item has this ID or code');
    else if (!locationId) refuseMissing(entry, locationField(entry.row), 'No location has this ID or code');
    else {
      const { item } = found;
      places.set(entry.row, { entry, item, locationId, subProductId: item.id });
    }
  }
  refuseRepeated(open, (row) => {
    const place = places.get(row);
    return place && levelKey(place);
  });
  await addItemIds(
    sync,
    [...places.values()].flatMap(({ entry, item }) =>
      isOpen(entry) && !itemOf(entry.row)!.isByExternalId ? [{ entry, item }] : [],
    ),
  );
  return [...places.values()].filter(({ entry }) => isOpen(entry));
}

/** Remembers new external IDs of items that SKUs or barcodes found. Refuses rows that give one ID to several items. */
async function addItemIds(
  { tx, connection }: Sync,
  found: readonly { entry: Entry<ItemKeys>; item: Item }[],
): Promise<void> {
  if (connection.id === null) return;
  const byId = Map.groupBy(
    found.filter(({ entry }) => entry.row.externalId !== undefined),
    ({ entry }) => entry.row.externalId!,
  );
  const ids = [...byId].flatMap(([externalId, same]) => {
    if (new Set(same.map(({ item }) => item.id)).size === 1) {
      return [{ externalId, recordId: same[0]!.item.id }];
    }
    for (const { entry } of same) {
      const message = 'This call gives this external ID to several items';
      refuse(entry, 'duplicate-in-call', { message, fields: [{ path: 'externalId', message }] });
    }
    return [];
  });
  await insertExternalIds(tx, connection.id, 'products', ids);
}

export const itemField = ({ sku, barcode }: ItemKeys): string =>
  sku ? 'sku' : barcode ? 'barcode' : 'externalId';
export const locationField = ({ locationId }: LocationKeys): string =>
  locationId === undefined ? 'locationCode' : 'locationId';
