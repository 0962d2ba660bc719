import { dayIn, formatDay } from '@aisle/contract/core/dates';
import { type ItemNames, itemName } from '@aisle/contract/core/item-name';
import { formatCount } from '@aisle/contract/core/pluralize';
import { formatQuantity } from '@aisle/contract/core/quantity';
import type { Dashboard } from '@aisle/contract/overview/dashboard';
import { orderStatuses } from '@aisle/contract/sales/orders/order-flow';
import type { ReactNode } from 'react';
import { OrderStatus } from '../../../links/sales/order-status.tsx';
import { ScreenLink } from '../../../ui/record/screen-link.tsx';
import { type DataColumn, DataTable } from '../../../ui/table/data-table.tsx';
import { MetricValue } from '../../../ui/values/metric.tsx';
import { MoneyText } from '../../../ui/values/values.tsx';
import { spanText } from '../../../ui/values/when.ts';
import classes from '../dashboard.module.css';
import { DayBars, DayTable } from './day-bars.tsx';
import { alertRows, openOrders, soldOrders } from './metric-links.ts';

type Part<Name extends keyof Dashboard> = NonNullable<Dashboard[Name]>;

interface SalesProps {
  data: Dashboard;
  sales: Part<'sales'>;
  asTable: boolean;
  isRunning: boolean;
  /** The period to compare with; without it, blocks show no comparison. */
  than: string | undefined;
}
export function Sales({ data, sales, asTable, isRunning, than }: SalesProps) {
  // A period without orders says nothing about the change.
  const before = than !== undefined && sales.before?.orders ? sales.before : null;
  const rows = { to: '/orders', search: soldOrders(data), than } as const;
  return (
    <>
      <div className={`flex wrap gap-4 gap-x-8 ${classes.figures}`}>
        <MetricValue
          label="Order totals"
          value={<MoneyText value={sales.gross} />}
          now={sales.gross}
          before={before?.gross}
          {...rows}
        />
        <MetricValue
          label="Orders"
          value={formatCount(sales.orders)}
          now={sales.orders}
          before={before?.orders}
          {...rows}
        />
        <MetricValue
          label="Average basket"
          value={<MoneyText value={sales.averageBasket} />}
          now={sales.averageBasket}
          before={before?.averageBasket}
          {...rows}
        />
      </div>
      {sales.byDay.length > 1 &&
        (asTable ? (
          <DayTable days={sales.byDay} locationId={data.locationId} />
        ) : (
          <DayBars days={sales.byDay} isRunning={isRunning} />
        ))}
    </>
  );
}

export function OpenOrders({ data, orders }: { data: Dashboard; orders: Part<'orders'> }) {
  if (orders.byStatus.length === 0) return <EmptyLine>No open orders.</EmptyLine>;
  return (
    <DataTable
      label="Open orders"
      columns={[
        {
          header: 'Status',
          cell: ({ status }) => (
            <ScreenLink to="/orders" search={openOrders(status, data.locationId)} className={classes.name}>
              <OrderStatus status={status} />
            </ScreenLink>
          ),
          grows: true,
        },
        {
          header: 'Orders',
          cell: ({ status, count }) => (
            <ScreenLink to="/orders" search={openOrders(status, data.locationId)} className={classes.name}>
              {formatCount(count)}
            </ScreenLink>
          ),
          align: 'right',
        },
        {
          header: 'Oldest',
          cell: ({ oldestAt, isLate }) => (
            <span className={isLate ? 'bad' : undefined}>
              {spanText(Date.now() - Date.parse(oldestAt))}
              {isLate && <span className="visually-hidden"> (late)</span>}
            </span>
          ),
          align: 'right',
        },
      ]}
      rows={inFlow(orders.byStatus)}
      rowKey={({ status }) => status}
    />
  );
}
const flow: readonly string[] = orderStatuses;
/** Sorts statuses by their sequence in the life of an order. */
const inFlow = (rows: Part<'orders'>['byStatus']) =>
  [...rows].sort((a, b) => flow.indexOf(a.status) - flow.indexOf(b.status));

interface TopProductsProps {
  data: Dashboard;
  products: Part<'topProducts'>;
}
export function TopProducts({ data, products }: TopProductsProps) {
  if (products.length === 0) return <EmptyLine>No sales in this period.</EmptyLine>;
  return (
    <Ranking
      label="Top products"
      heads={['Product', 'Sold', 'Revenue']}
      rows={products.slice(0, shownTop).map((product) => ({
        key: product.subProductId,
        name: (
          <ScreenLink to="/products/view/$id" params={{ id: product.productId }} className={classes.name}>
            {itemName(product)}
          </ScreenLink>
        ),
        middle: (
          <ScreenLink
            to="/orders"
            search={{ ...soldOrders(data), subProductId: product.subProductId }}
            className={classes.name}
          >
            {formatQuantity(product.quantity, product.unit)}
          </ScreenLink>
        ),
        amount: product.revenue,
      }))}
    />
  );
}
const shownTop = 8;

export function TopLocations({ data, locations }: { data: Dashboard; locations: Part<'topLocations'> }) {
  if (locations.length === 0) return <EmptyLine>No sales in this period.</EmptyLine>;
  return (
    <Ranking
      label="Top locations"
      heads={['Location', 'Orders', 'Order totals']}
      rows={locations.map((location) => ({
        key: location.locationId,
        name: (
          <ScreenLink to="/locations/view/$id" params={{ id: location.locationId }} className={classes.name}>
            {location.name}
          </ScreenLink>
        ),
        middle: (
          <ScreenLink
            to="/orders"
            search={soldOrders({ ...data, locationId: location.locationId })}
            className={classes.name}
          >
            {formatCount(location.orders)}
          </ScreenLink>
        ),
        amount: location.gross,
      }))}
    />
  );
}

export function Stock({ data, stock }: { data: Dashboard; stock: Part<'stock'> }) {
  const today = dayIn(data.timeZone);
  const kinds = [
    ['out', 'Out of stock'],
    ['low', 'Low'],
    ['expiring', 'Expiring soon'],
  ] as const;
  const alerts = [
    ...stock.out.first.map((alert) => ({ ...alert, what: 'Out of stock', isBad: true })),
    ...stock.low.first.map((alert) => ({
      ...alert,
      what: `${formatQuantity(alert.available, alert.unit)} left`,
      isBad: false,
    })),
    ...stock.expiring.first.map((alert) => ({
      ...alert,
      what: alert.expiresOn === today ? 'Expires today' : `Expires ${formatDay(alert.expiresOn ?? '')}`,
      isBad: false,
    })),
  ];
  return (
    <>
      <div className={`flex wrap gap-4 gap-x-8 ${classes.figures} ${classes.short}`}>
        {kinds.map(([kind, label]) => (
          <MetricValue
            key={kind}
            label={label}
            value={atMost(stock[kind].count)}
            to="/inventory"
            search={alertRows(kind, data.locationId)}
          />
        ))}
      </div>
      {alerts.length === 0 ? (
        <EmptyLine>Nothing is out of stock, low or about to expire.</EmptyLine>
      ) : (
        <div className="mt-4">
          <DataTable
            label="Stock alerts"
            columns={alertColumns}
            rows={pick(alerts)}
            rowKey={({ locationId, subProductId, what }) => `${locationId}${subProductId}${what}`}
            className={classes.alerts}
            hidesHead
          />
        </div>
      )}
    </>
  );
}

interface Alert extends ItemNames {
  subProductId: string;
  locationId: string;
  locationName: string;
  what: string;
  isBad: boolean;
}
const alertColumns: DataColumn<Alert>[] = [
  {
    header: 'Item and location',
    cell: ({ subProductId, locationId, locationName, ...names }) => (
      <>
        <ScreenLink
          to="/inventory/$id"
          params={{ id: subProductId }}
          search={{ locationId }}
          className={classes.name}
        >
          {itemName(names)}
        </ScreenLink>
        <span className={classes.where}>{locationName}</span>
      </>
    ),
    grows: true,
  },
  {
    header: 'Status',
    cell: ({ what, isBad }) => <span className={isBad ? 'bad' : undefined}>{what}</span>,
    align: 'right',
  },
];

const counted = 1000;
/** Alerts are counted up to 1,000. */
const atMost = (number: number): string =>
  number >= counted ? `${formatCount(counted)}+` : formatCount(number);
const shownAlerts = 6;
/** Picks alerts evenly by kind: the first of each kind, then the second of each, and so on. */
function pick(alerts: readonly Alert[]): readonly Alert[] {
  const kindOf = ({ what }: Alert) => (what.endsWith('left') ? 'low' : what.slice(0, 3));
  const seen: Record<string, number> = {};
  const ranked = alerts.map((alert, index) => {
    const rank = seen[kindOf(alert)] ?? 0;
    seen[kindOf(alert)] = rank + 1;
    return { alert, rank, index };
  });
  return ranked
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, shownAlerts)
    .sort((a, b) => a.index - b.index)
    .map(({ alert }) => alert);
}

interface Ranked {
  key: string;
  name: ReactNode;
  middle: ReactNode;
  amount: number;
}
interface RankingProps {
  label: string;
  heads: [string, string, string];
  rows: Ranked[];
}
/** A ranking with a bar below each name, from zero. */
function Ranking({ label, heads, rows }: RankingProps) {
  const most = Math.max(...rows.map(({ amount }) => amount), 1);
  return (
    <DataTable
      label={label}
      columns={[
        {
          header: heads[0],
          cell: ({ name, amount }) => (
            <>
              {name}
              <span className={classes.share} style={{ width: `${(amount / most) * 100}%` }} />
            </>
          ),
          grows: true,
        },
        { header: heads[1], cell: ({ middle }) => middle, align: 'right' },
        { header: heads[2], cell: ({ amount }) => <MoneyText value={amount} />, align: 'right' },
      ]}
      rows={rows}
      rowKey={({ key }) => key}
    />
  );
}

const EmptyLine = ({ children }: { children: string }) => <p className={classes.nothing}>{children}</p>;
