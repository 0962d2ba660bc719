import { useLocation } from '@tanstack/react-router';
import type { Back } from '../../core/screens.ts';
import { useMay } from '../../core/session.ts';
import type { Column } from '../../ui/list/column.ts';
import { ListTabs } from '../../ui/list/list-tabs.tsx';
import type { List } from '../../ui/list/use-list.ts';

const tabs = [
  { key: 'lots', label: 'Lots' },
  { key: 'levels', label: 'Levels' },
  { key: 'movements', label: 'Movements', isHistory: true },
  { key: 'asOf', label: 'As of a date', isHistory: true },
];

/** The filters of one tab mean nothing to the others; the location and what is searched for stay. */
export function InventoryTabs({ list, current }: { list: List<unknown>; current: string }) {
  const mayView = useMay('inventory_view');
  const to = (tab: string) =>
    list.change({
      tab: tab === 'lots' ? undefined : tab,
      status: undefined,
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
        .map(({ key, label }) => ({ key, label, isOn: key === current, onClick: () => to(key) }))}
    />
  );
}

/** Above the list of one sub-product stands its name, as soon as a row says it. */
export function useInventoryTitle(
  subProductId: string | undefined,
  rows: readonly { subProductData: { name: string } }[] | undefined,
): { title: string; back?: Back } {
  const { pathname } = useLocation();
  const name = rows?.[0]?.subProductData.name;
  return subProductId && pathname !== '/inventory'
    ? { title: name ? `Inventory of ${name}` : 'Inventory', back: { to: '/inventory', label: 'Inventory' } }
    : { title: 'Inventory' };
}

/** Where all rows are of one sub-product, what it is called stands above them alone, and each begins with its place. */
export function columnsFor<Row>(subProductId: string | undefined, columns: Column<Row>[]): Column<Row>[] {
  if (!subProductId) return columns;
  const place = columns.filter(({ key }) => key === 'location');
  const rest = columns.filter(({ key }) => !['item', 'name', 'sku', 'location'].includes(key));
  return [...place.map(({ card: _, ...column }) => column), ...rest];
}
