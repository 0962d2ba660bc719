import { formatDay } from '@aisle/contract/core/dates';
import { itemName } from '@aisle/contract/core/item-name';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import type { Movement } from '@aisle/contract/warehouse/lots';
import type { LevelThen } from '@aisle/contract/warehouse/stock-levels';
import { itemFilter } from '../../links/catalog/sub-product-filter.ts';
import { locationFilter } from '../../links/locations/location-filter.ts';
import { metricFilters } from '../../links/overview/metric-filters.ts';
import { movementLabels } from '../../links/warehouse/lot-status.tsx';
import { WhyLink } from '../../links/warehouse/why-link.tsx';
import { isDay } from '../../ui/form/fields/date-text.ts';
import { choice, days, type FiltersOf } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { MiddleText } from '../../ui/values/middle-text.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { columnsFor, InventoryTabs, useInventoryTitle } from './inventory-tabs.tsx';
import { MovementCause } from './movement-cause.tsx';

interface ListsProps {
  subProductId: string | undefined;
}

export function changeText(change: number, { subProductData }: Pick<Movement, 'subProductData'>) {
  if (change === 0) return null;
  const text = formatQuantity(change, countedIn(subProductData));
  return change > 0 ? `+${text}` : text;
}

const movementColumns: Column<Movement>[] = [
  {
    key: 'item',
    header: 'Item',
    cell: (movement) => <MiddleText text={itemName(movement.subProductData)} />,
  },
  { key: 'kind', header: 'Activity', cell: (movement) => movementLabels[movement.kind], card: 'detail' },
  {
    key: 'onHand',
    header: 'On hand',
    cell: (movement) =>
      movement.onHand === 0 ? (
        <span className="on-card">{changeText(movement.reserved, movement)} reserved</span>
      ) : (
        changeText(movement.onHand, movement)
      ),
    align: 'right',
    card: 'figure',
  },
  {
    key: 'reserved',
    header: 'Reserved',
    cell: (movement) => changeText(movement.reserved, movement),
    align: 'right',
  },
  { key: 'cause', header: 'Cause', cell: (movement) => <MovementCause movement={movement} /> },
  { key: 'lot', header: 'Lot', cell: (movement) => movement.lot, optional: true },
  { key: 'location', header: 'Location', cell: (movement) => movement.locationName },
  { key: 'by', header: 'By', cell: (movement) => movement.userName },
  { key: 'note', header: 'Note', cell: (movement) => movement.note, optional: true },
  {
    key: 'createdAt',
    header: 'When',
    cell: (movement) => <DateText value={movement.createdAt} withTime timeZone={movement.timeZone} />,
    sortable: true,
    card: 'detail',
  },
];
const kindChoices = Object.entries(movementLabels).map(([value, label]) => ({ value, label }));

const movementFilters = [
  locationFilter,
  choice('kind', 'What happened', kindChoices),
  days('Date'),
  ...metricFilters('On', 'fromDay', 'toDay'),
  { ...itemFilter, isOffered: () => false },
];

/** All stock movements, newest first. */
export function MovementList({ subProductId }: ListsProps) {
  const list = useList(inventoryRoutes.movements, subProductId ? { subProductId } : undefined);
  return (
    <ListPage
      {...useInventoryTitle(subProductId, list.rows)}
      noun="movements"
      searchLabel="Item, SKU or barcode"
      list={list}
      columns={columnsFor(subProductId, movementColumns)}
      tabs={<InventoryTabs list={list} current="movements" subProductId={subProductId} />}
      filters={movementFilters}
      link={(movement) => ({
        to: '/inventory/why/$location/$id',
        params: { location: movement.locationId, id: movement.subProductData._id },
      })}
      empty="Every receipt, reservation, pick, count and write-off is recorded here permanently."
    />
  );
}

const thenColumns: Column<LevelThen>[] = [
  {
    key: 'name',
    header: 'Item',
    cell: (level) => <MiddleText text={itemName(level.subProductData)} />,
    sortable: true,
  },
  { key: 'sku', header: 'SKU', cell: (level) => <MiddleText text={level.subProductData.sku} /> },
  { key: 'location', header: 'Location', cell: (level) => level.locationName, card: 'detail' },
  {
    key: 'onHand',
    header: 'On hand',
    cell: (level) => <strong>{formatQuantity(level.onHand, countedIn(level.subProductData))}</strong>,
    align: 'right',
    card: 'figure',
  },
  {
    key: 'reserved',
    header: 'Reserved',
    cell: (level) => formatQuantity(level.reserved, countedIn(level.subProductData)),
    align: 'right',
  },
];
const nowColumn: Column<LevelThen> = {
  key: 'onHandNow',
  header: 'On hand now',
  cell: (level) => (
    <WhyLink level={level}>{formatQuantity(level.onHandNow, countedIn(level.subProductData))}</WhyLink>
  ),
  align: 'right',
};
const datedColumns = ['onHand', 'reserved'];
/** The date in the headers of past levels; without a date the levels are current. */
function columnsOn(day: unknown): Column<LevelThen>[] {
  if (!isDay(day)) return thenColumns;
  const dated = thenColumns.map((column) =>
    datedColumns.includes(column.key) ? { ...column, header: `${column.header} ${formatDay(day)}` } : column,
  );
  return [...dated, nowColumn];
}

const thenFilters: FiltersOf<typeof inventoryRoutes.asOf> = [
  { kind: 'day', name: 'at', label: 'At the end of' },
  locationFilter,
];

/** The stock at the end of a day. */
export function ThenList({ subProductId }: ListsProps) {
  const list = useList(inventoryRoutes.asOf, subProductId ? { subProductId } : undefined);
  return (
    <ListPage
      {...useInventoryTitle(subProductId, list.rows)}
      noun="levels"
      searchLabel="Item, SKU or barcode"
      list={list}
      columns={columnsFor(subProductId, columnsOn(list.search.at))}
      tabs={<InventoryTabs list={list} current="asOf" subProductId={subProductId} />}
      filters={thenFilters}
      link={(level) => ({
        to: '/inventory/why/$location/$id',
        params: { location: level.locationId, id: level.subProductData._id },
      })}
      empty="See stock on hand at the end of any day once you've received stock."
    />
  );
}
