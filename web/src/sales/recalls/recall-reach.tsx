import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import { formatQuantity } from '@aisle/contract/core/quantity';
import type { RecallReach } from '@aisle/contract/sales/recalls';
import { type DataColumn, DataTable } from '../../ui/table/data-table.tsx';
import { MetricValue } from '../../ui/values/metric.tsx';

/** The scope of a recall in numbers. */
export function ReachMetrics({ reach }: { reach: RecallReach }) {
  const cost = reach.locations.reduce((sum, place) => sum + place.cost, 0);
  const units = reach.locations.reduce((sum, place) => sum + place.units, 0);
  return (
    <div className="flex wrap gap-3 gap-x-10">
      <MetricValue label="On hand" value={formatQuantity(Math.round(units * 1000) / 1000)} />
      <MetricValue label="At cost" value={formatMoney(cost)} />
      <MetricValue label="Affected orders" value={formatCount(reach.orders)} />
      <MetricValue label="Customers" value={formatCount(reach.customers)} />
      <MetricValue label="Sold and delivered" value={formatMoney(reach.sold)} />
    </div>
  );
}

type ReachedLocation = RecallReach['locations'][number];
const locationColumns: DataColumn<ReachedLocation>[] = [
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
