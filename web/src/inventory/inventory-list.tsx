import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { inventoryRoutes, type Lot, type StockLevel } from '@aisle/contract/inventory';
import { useLocation, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../core/session.ts';
import { FilterLocation } from '../locations/location-select.tsx';
import { DateInput } from '../ui/form/date-input.tsx';
import type { Column } from '../ui/list/column.ts';
import { FilterSelect } from '../ui/list/filters.tsx';
import { ListPage } from '../ui/list/list-page.tsx';
import { ListTabs } from '../ui/list/list-tabs.tsx';
import { type List, useList } from '../ui/list/use-list.ts';
import { DateText, DayText, MoneyText } from '../ui/values.tsx';
import { FilterVendor } from '../vendors/vendor-select.tsx';
import { AdjustDialog, type AdjustTarget } from './adjust-dialog.tsx';
import classes from './inventory.module.css';
import { LevelState, LotState, levelChoices, lotChoices } from './lot-status.tsx';

export function Inventory() {
  return <Lists subProductId={undefined} />;
}

/** What there is of one sub-product, everywhere. */
export function InventoryOfOne() {
  const { id } = useParams({ strict: false }) as { id: string };
  return <Lists key={id} subProductId={id} />;
}

interface ListsProps {
  subProductId: string | undefined;
}
function Lists({ subProductId }: ListsProps) {
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  return tab === 'levels' ? (
    <LevelList subProductId={subProductId} />
  ) : (
    <LotList subProductId={subProductId} />
  );
}

const empty =
  'Stock comes in by receipts: scan what arrives, say how much, and it can be sold where it is assigned.';
const receive = { label: 'Receive stock', permission: 'inventory_add' as const, to: '/inventory/add' };

/** The filters of one tab mean nothing to the other; the location and what is searched for stay. */
function Tabs({ list, isLevels }: { list: List<unknown>; isLevels: boolean }) {
  const to = (tab: string | undefined) =>
    list.change({
      tab,
      status: undefined,
      vendorId: undefined,
      expiresBefore: undefined,
      sort: undefined,
      columns: undefined,
    });
  return (
    <ListTabs
      label="Inventory"
      tabs={[
        { key: 'lots', label: 'Lots', isOn: !isLevels, onClick: () => to(undefined) },
        { key: 'levels', label: 'Levels', isOn: isLevels, onClick: () => to('levels') },
      ]}
    />
  );
}

/** Above the list of one sub-product stands its name, as soon as a row says it. */
function useTitle(subProductId: string | undefined, rows: readonly (Lot | StockLevel)[] | undefined) {
  const { pathname } = useLocation();
  const name = rows?.[0]?.subProductData.name;
  return subProductId && pathname !== '/inventory'
    ? { title: name ? `Inventory of ${name}` : 'Inventory', back: { to: '/inventory', label: 'Inventory' } }
    : { title: 'Inventory' };
}

const lotColumns: Column<Lot>[] = [
  {
    key: 'item',
    header: 'Item',
    cell: (lot) => <span className={classes.clip}>{lot.subProductData.name}</span>,
  },
  {
    key: 'number',
    header: 'Lot',
    cell: (lot) => <span className="tabular">{lot.number}</span>,
    width: 90,
    card: 'detail',
  },
  { key: 'sku', header: 'SKU', cell: (lot) => lot.subProductData.sku, optional: true },
  { key: 'location', header: 'Location', cell: (lot) => lot.locationName, card: 'detail' },
  {
    key: 'vendor',
    header: 'Vendor',
    cell: (lot) => <span className={classes.vendor}>{lot.vendorData?.name}</span>,
  },
  {
    key: 'onHand',
    header: 'On hand',
    cell: (lot) => formatQuantity(lot.onHand, countedIn(lot.subProductData)),
    align: 'right',
    card: 'figure',
  },
  {
    key: 'received',
    header: 'Received',
    cell: (lot) => formatQuantity(lot.receivedQuantity, countedIn(lot.subProductData)),
    align: 'right',
    optional: true,
  },
  { key: 'cost', header: 'Cost', cell: (lot) => <MoneyText value={lot.costPrice} />, align: 'right' },
  { key: 'expiresOn', header: 'Expires', cell: (lot) => <DayText value={lot.expiresOn} />, sortable: true },
  {
    key: 'receivedAt',
    header: 'Received on',
    cell: (lot) => <DateText value={lot.receivedAt} />,
    sortable: true,
  },
  { key: 'status', header: 'Status', cell: (lot) => <LotState status={lot.status} />, card: 'state' },
];

function LotList({ subProductId }: ListsProps) {
  const list = useList(inventoryRoutes.list, subProductId ? { subProductId } : undefined);
  const mayView = useMay('inventory_view');
  const { expiresBefore } = list.search;
  return (
    <ListPage
      {...useTitle(subProductId, list.rows)}
      noun="lots"
      searchLabel="Lot, item, SKU or barcode"
      list={list}
      columns={lotColumns}
      tabs={<Tabs list={list} isLevels={false} />}
      filters={
        <>
          <FilterLocation list={list} />
          <FilterVendor list={list} />
          <FilterSelect list={list} name="status" label="Status" data={lotChoices} />
          <DateInput
            aria-label="Expires before"
            placeholder="Expires before"
            w={150}
            value={typeof expiresBefore === 'string' ? expiresBefore : null}
            onChange={(day) => list.change({ expiresBefore: day ?? undefined })}
          />
        </>
      }
      primary={receive}
      link={mayView ? ({ _id }) => `/inventory/view/${_id}` : undefined}
      exportAs="inventory"
      empty={empty}
    />
  );
}

const levelColumns: Column<StockLevel>[] = [
  { key: 'name', header: 'Item', cell: (level) => level.subProductData.name, sortable: true },
  { key: 'sku', header: 'SKU', cell: (level) => level.subProductData.sku },
  { key: 'location', header: 'Location', cell: (level) => level.locationName, card: 'detail' },
  {
    key: 'onHand',
    header: 'On hand',
    cell: (level) => formatQuantity(level.onHand, countedIn(level.subProductData)),
    align: 'right',
  },
  {
    key: 'reserved',
    header: 'Reserved',
    cell: (level) => formatQuantity(level.reserved, countedIn(level.subProductData)),
    align: 'right',
  },
  {
    key: 'expired',
    header: 'Expired',
    cell: (level) => level.expired > 0 && formatQuantity(level.expired, countedIn(level.subProductData)),
    align: 'right',
  },
  {
    key: 'available',
    header: 'Available',
    cell: (level) => <strong>{formatQuantity(level.available, countedIn(level.subProductData))}</strong>,
    align: 'right',
    card: 'figure',
  },
  {
    key: 'threshold',
    header: 'Low at',
    cell: (level) => (level.threshold === null ? null : formatQuantity(level.threshold)),
    align: 'right',
    optional: true,
  },
  { key: 'assigned', header: 'On sale', cell: (level) => (level.assigned ? 'Yes' : 'No'), optional: true },
  {
    key: 'updatedAt',
    header: 'Changed',
    cell: (level) => <DateText value={level.updatedAt} />,
    sortable: true,
  },
  { key: 'status', header: 'Status', cell: (level) => <LevelState status={level.status} />, card: 'state' },
];

function LevelList({ subProductId }: ListsProps) {
  const list = useList(inventoryRoutes.levels, subProductId ? { subProductId } : undefined);
  const [adjusting, setAdjusting] = useState<AdjustTarget | null>(null);
  return (
    <>
      <ListPage
        {...useTitle(subProductId, list.rows)}
        noun="levels"
        searchLabel="Item, SKU or barcode"
        list={list}
        columns={levelColumns}
        tabs={<Tabs list={list} isLevels />}
        filters={
          <>
            <FilterLocation list={list} />
            <FilterSelect list={list} name="status" label="Status" data={levelChoices} />
          </>
        }
        primary={receive}
        link={subProductId ? undefined : (level) => `/inventory/${level.subProductData._id}`}
        rowActions={(level) => [
          {
            label: 'Adjust…',
            permission: 'inventory_edit',
            onClick: () =>
              setAdjusting({
                locationId: level.locationId,
                locationName: level.locationName,
                subProduct: level.subProductData,
                onHand: level.onHand,
              }),
          },
        ]}
        exportAs="levels"
        empty={empty}
      />
      {adjusting && <AdjustDialog target={adjusting} onClose={() => setAdjusting(null)} />}
    </>
  );
}
