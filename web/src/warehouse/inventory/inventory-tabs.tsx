import { type ItemNames, itemName } from '@aisle/contract/core/item-name';
import type { ListSearch } from '@aisle/contract/core/list-search';
import { type InventoryTab, inventoryTab } from '@aisle/contract/warehouse/inventory';
import { useLocation } from '@tanstack/react-router';
import type { Back } from '../../core/pages/screens.ts';
import { useCan } from '../../core/session/session.ts';
import { ListTabs } from '../../ui/list/list-tabs.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import type { List } from '../../ui/list/use-list.ts';

interface TabSpec {
  key: string;
  label: string;
  tab: InventoryTab;
  status?: string;
  isHistory?: boolean;
}
const tabs: readonly TabSpec[] = [
  { key: 'levels', label: 'All', tab: 'levels' },
  { key: 'out', label: 'Out', tab: 'levels', status: 'out' },
  { key: 'low', label: 'Low', tab: 'levels', status: 'low' },
  { key: 'expiring', label: 'Expiring', tab: 'lots', status: 'expiring' },
  { key: 'lots', label: 'Lots', tab: 'lots' },
  { key: 'movements', label: 'Movements', tab: 'movements', isHistory: true },
  { key: 'asOf', label: 'As of a date', tab: 'asOf', isHistory: true },
];

const firstTab = (subProductId: string | undefined): InventoryTab => (subProductId ? 'lots' : 'levels');
export const inventoryTabOf = (search: ListSearch, subProductId: string | undefined): InventoryTab =>
  inventoryTab(search, firstTab(subProductId));

interface InventoryTabsProps {
  list: List<unknown>;
  current: InventoryTab;
  subProductId: string | undefined;
}
/** Switching tabs keeps location and search, but resets the other filters. */
export function InventoryTabs({ list, current, subProductId }: InventoryTabsProps) {
  const mayView = useCan('inventory_view');
  const { status } = list.search;
  const here = tabs.filter(({ tab }) => tab === current);
  const shown = here.find((one) => one.status === status) ?? here.find((one) => !one.status);
  const to = ({ tab, status: wanted }: TabSpec) =>
    list.change({
      tab: tab === firstTab(subProductId) ? undefined : tab,
      status: wanted,
      vendorId: undefined,
      expiresBefore: undefined,
      kind: undefined,
      shelf: undefined,
      from: undefined,
      to: undefined,
      at: undefined,
      sort: undefined,
      columns: undefined,
    });
  return (
    <ListTabs
      label="Inventory"
      tabs={tabs
        .filter(({ isHistory }) => !isHistory || mayView)
        .map((one) => ({ key: one.key, label: one.label, isOn: one === shown, onClick: () => to(one) }))}
    />
  );
}

/** The name above the list of one sub-product, taken from the first loaded row. */
export function useInventoryTitle(
  subProductId: string | undefined,
  rows: readonly { subProductData: ItemNames }[] | undefined,
): { title: string; back?: Back } {
  const { pathname } = useLocation();
  const item = rows?.[0]?.subProductData;
  return subProductId && pathname !== '/inventory'
    ? {
        title: item ? `Inventory of ${itemName(item)}` : 'Inventory',
        back: { to: '/inventory', label: 'Inventory' },
      }
    : { title: 'Inventory' };
}

/** If all rows are for one sub-product, its name is only above the list, and each row begins with its location. */
export function columnsFor<Row>(subProductId: string | undefined, columns: Column<Row>[]): Column<Row>[] {
  if (!subProductId) return columns;
  const place = columns.filter(({ key }) => key === 'location');
  const rest = columns.filter(({ key }) => !['item', 'name', 'sku', 'location'].includes(key));
  return [...place.map(({ card: _, ...column }) => column), ...rest];
}
