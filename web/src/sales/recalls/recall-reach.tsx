import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import { formatQuantity } from '@aisle/contract/core/quantity';
import type { RecallReach } from '@aisle/contract/sales/recalls';
import { type DataColumn, DataTable } from '../../ui/table/data-table.tsx';
import { Figure } from '../../ui/values/metric.tsx';

/** The scope of a recall in numbers. */
export function ReachMetrics({ reach }: { reach: RecallReach }) {
  const cost = reach.locations.reduce((sum, place) => sum + place.cost, 0);
  const units = reach.locations.reduce((sum, place) => sum + place.units, 0);
  return (
    <div className="flex wrap gap-3 gap-x-10">
      <Figure label="On hand" value={formatQuantity(Math.round(units * 1000) / 1000)} />
      <Figure label="At cost" value={formatMoney(cost)} />
      <Figure label="Affected orders" value={formatCount(reach.orders)} />
      <Figure label="Customers" value={formatCount(reach.customers)} />
      <Figure label="Sold and delivered" value={formatMoney(reach.sold)} />
    </div>
  );
}

type ReachedPlace = RecallReach['locations'][number];
const locationColumns: DataColumn<ReachedPlace>[] = [
  { header: 'Location', cell: ({ name }) => name, isRowHeader: true },
  { header: 'Lots', cell: ({ lots }) => formatCount(lots), align: 'right' },
  { header: 'On hand', cell: ({ units }) => formatQuantity(units), align: 'right' },
  { header: 'At cost', cell: ({ cost }) => formatMoney(cost), align: 'right' },
];

export function ReachLocations({ reach }: { reach: RecallReach }) {
  return (
    <div className="mt-4">
      <DataTable
        label="Affected locations"
        columns={locationColumns}
        rows={reach.locations}
        rowKey={({ locationId }) => locationId}
        isWide
      />
    </div>
  );
}
