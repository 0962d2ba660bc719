import { Id } from '@aisle/contract/core/fields';
import { itemName } from '@aisle/contract/core/item-name';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { expiryActions } from '@aisle/contract/warehouse/expiry-actions';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import type { Lot } from '@aisle/contract/warehouse/lots';
import type { StockLevel } from '@aisle/contract/warehouse/stock-levels';
import { Button } from '@mantine/core';
import { useParams, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useScreenSearch } from '../../core/pages/search.ts';
import { useCan } from '../../core/session/session.ts';
import { vendorFilter } from '../../links/catalog/vendor-filter.ts';
import { locationFilter } from '../../links/locations/location-filter.ts';
import { ImportLink } from '../../links/system/import-link.tsx';
import { LevelState, LotState, lotChoices } from '../../links/warehouse/lot-status.tsx';
import { WhyLink } from '../../links/warehouse/why-link.tsx';
import { NotAvailable } from '../../ui/feedback/loaded.tsx';
import { Gate } from '../../ui/gate.tsx';
import { choice, type FiltersOf } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { MiddleText } from '../../ui/values/middle-text.tsx';
import { DateText, DayText, MoneyText } from '../../ui/values/values.tsx';
import { useMarkDown } from '../expiry/mark-down-lots.tsx';
import { AdjustDialog, type AdjustTarget } from './adjust-dialog.tsx';
import { MovementList, ThenList } from './history-lists.tsx';
import { columnsFor, InventoryTabs, inventoryTabOf, useInventoryTitle } from './inventory-tabs.tsx';
import { LowAt } from './low-at.tsx';
import { ShelfDialog, ShelvesDialog } from './receipt/shelves-dialog.tsx';

export function Inventory() {
  return <Lists subProductId={undefined} />;
}

/** The stock of one sub-product at all locations. */
export function InventoryOfOne() {
  const { id } = useParams({ from: '/shell/inventory/$id' });
  // Without a valid ID as the filter, the list would show everything.
  if (!Id.safeParse(id).success) return <NotAvailable back={{ to: '/inventory', label: 'Inventory' }} />;
  return <Lists key={id} subProductId={id} />;
}

interface ListsProps {
  subProductId: string | undefined;
}
function Lists({ subProductId }: ListsProps) {
  const tab = inventoryTabOf(useScreenSearch(), subProductId);
  if (tab === 'lots') return <LotList subProductId={subProductId} />;
  if (tab === 'movements') return <MovementList subProductId={subProductId} />;
  if (tab === 'asOf') return <ThenList subProductId={subProductId} />;
  return <LevelList subProductId={subProductId} />;
}

const empty = 'Receive stock to start selling. Scan what arrives and enter quantities.';
const receive = {
  label: 'Receive stock',
  permission: 'inventory_add',
  to: { to: '/inventory/add' },
} as const;

const lotColumns: Column<Lot>[] = [
  {
    key: 'item',
    header: 'Item',
    cell: (lot) => <MiddleText text={itemName(lot.subProductData)} />,
  },
  {
    key: 'number',
    header: 'Lot',
    cell: (lot) => <span className="tabular">{lot.number}</span>,
    width: 90,
    card: 'detail',
  },
  { key: 'sku', header: 'SKU', cell: (lot) => <MiddleText text={lot.subProductData.sku} />, optional: true },
  { key: 'location', header: 'Location', cell: (lot) => lot.locationName, card: 'detail' },
  {
    key: 'vendor',
    header: 'Vendor',
    cell: (lot) => (
      <span className="clip" style={{ maxWidth: 'clamp(120px, 11vw, 220px)' }}>
        {lot.vendorData?.name}
      </span>
    ),
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
    cell: (lot) => <DateText value={lot.receivedAt} timeZone={lot.timeZone} />,
    sortable: true,
  },
  { key: 'status', header: 'Status', cell: (lot) => <LotState status={lot.status} />, card: 'state' },
];

const lotFilters: FiltersOf<typeof inventoryRoutes.list> = [
  locationFilter,
  vendorFilter,
  choice('status', 'Status', lotChoices),
  { kind: 'day', name: 'expiresBefore', label: 'Expires before' },
];

function LotList({ subProductId }: ListsProps) {
  const list = useList(inventoryRoutes.list, subProductId ? { subProductId } : undefined);
  const mayView = useCan('inventory_view');
  const markDown = useMarkDown(list, expiryActions.markDownLots, {
    skippedOf: () => " Lots that don't expire aren't marked down.",
  });
  return (
    <>
      <ListPage
        {...useInventoryTitle(subProductId, list.rows)}
        noun="lots"
        searchLabel="Lot, item, SKU or barcode"
        list={list}
        columns={columnsFor(subProductId, lotColumns)}
        tabs={<InventoryTabs list={list} current="lots" subProductId={subProductId} />}
        filters={lotFilters}
        primary={receive}
        link={mayView ? ({ _id }) => ({ to: '/inventory/view/$id', params: { id: _id } }) : undefined}
        bulk={markDown.actions}
        empty={empty}
      />
      {markDown.dialog}
    </>
  );
}

const levelColumns: Column<StockLevel>[] = [
  {
    key: 'name',
    header: 'Item',
    cell: (level) => <MiddleText text={itemName(level.subProductData)} />,
    sortable: true,
  },
  { key: 'sku', header: 'SKU', cell: (level) => <MiddleText text={level.subProductData.sku} /> },
  { key: 'location', header: 'Location', cell: (level) => level.locationName, card: 'detail' },
  { key: 'shelf', header: 'Shelf', cell: (level) => level.shelf, card: 'detail' },
  {
    key: 'onHand',
    header: 'On hand',
    cell: (level) => (
      <WhyLink level={level}>{formatQuantity(level.onHand, countedIn(level.subProductData))}</WhyLink>
    ),
    align: 'right',
  },
  {
    key: 'reserved',
    header: 'Reserved',
    cell: (level) => (
      <WhyLink level={level}>{formatQuantity(level.reserved, countedIn(level.subProductData))}</WhyLink>
    ),
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
    cell: (level) => (
      <WhyLink level={level}>
        <strong>{formatQuantity(level.available, countedIn(level.subProductData))}</strong>
      </WhyLink>
    ),
    align: 'right',
    card: 'figure',
  },
  {
    key: 'threshold',
    header: 'Low at',
    cell: (level) => <LowAt level={level} />,
    align: 'right',
    optional: true,
  },
  { key: 'assigned', header: 'On sale', cell: (level) => (level.assigned ? 'Yes' : 'No'), optional: true },
  {
    key: 'updatedAt',
    header: 'Changed',
    cell: (level) => <DateText value={level.updatedAt} timeZone={level.timeZone} />,
    sortable: true,
  },
  { key: 'status', header: 'Status', cell: (level) => <LevelState status={level.status} />, card: 'state' },
];

const levelFilters: FiltersOf<typeof inventoryRoutes.levels> = [
  locationFilter,
  { kind: 'text', name: 'shelf', label: 'Shelf' },
];

function LevelList({ subProductId }: ListsProps) {
  const list = useList(inventoryRoutes.levels, subProductId ? { subProductId } : undefined);
  const router = useRouter();
  const [adjusting, setAdjusting] = useState<AdjustTarget | null>(null);
  const [shelving, setShelving] = useState<StockLevel | 'many' | null>(null);
  const { locationId } = list.body.filters as { locationId?: string };
  return (
    <>
      <ListPage
        {...useInventoryTitle(subProductId, list.rows)}
        noun="levels"
        searchLabel="Item, SKU or barcode"
        list={list}
        columns={columnsFor(subProductId, levelColumns)}
        tabs={<InventoryTabs list={list} current="levels" subProductId={subProductId} />}
        filters={levelFilters}
        primary={receive}
        actions={
          <>
            <Gate permission="inventory_edit">
              <Button variant="default" onClick={() => setShelving('many')}>
                Set shelves…
              </Button>
            </Gate>
            <ImportLink kind="stock" />
          </>
        }
        link={
          subProductId
            ? undefined
            : (level) => ({
                to: '/inventory/$id',
                params: { id: level.subProductData._id },
                search: { locationId: level.locationId },
              })
        }
        rowActions={(level) => [
          {
            label: `Explain ${formatQuantity(level.onHand, countedIn(level.subProductData))} on hand`,
            permission: 'inventory_view',
            onClick: () =>
              void router.navigate({
                to: '/inventory/why/$location/$id',
                params: { location: level.locationId, id: level.subProductData._id },
              }),
          },
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
          { label: 'Shelf…', permission: 'inventory_edit', onClick: () => setShelving(level) },
        ]}
        empty={empty}
      />
      {adjusting && <AdjustDialog target={adjusting} onClose={() => setAdjusting(null)} />}
      {shelving === 'many' && (
        <ShelvesDialog locationId={locationId ?? null} onClose={() => setShelving(null)} />
      )}
      {shelving && shelving !== 'many' && <ShelfDialog level={shelving} onClose={() => setShelving(null)} />}
    </>
  );
}
