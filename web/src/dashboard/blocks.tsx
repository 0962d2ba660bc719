import { formatDay } from '@aisle/contract/core/dates';
import type { Dashboard } from '@aisle/contract/dashboard';
import type { ReactNode } from 'react';
import { OrderStatus } from '../orders/order-status.tsx';
import { Figure } from '../ui/figure.tsx';
import { ScreenLink } from '../ui/screen-link.tsx';
import { MoneyText } from '../ui/values.tsx';
import classes from './dashboard.module.css';
import { DayBars, DayTable } from './day-bars.tsx';
import { waited } from './period.ts';
import { alertRows, openOrders, soldOrders } from './rows-behind.ts';

type Part<Name extends keyof Dashboard> = NonNullable<Dashboard[Name]>;
const count = (value: number): string => value.toLocaleString('en-US');

interface SalesProps {
  data: Dashboard;
  sales: Part<'sales'>;
  asTable: boolean;
  isRunning: boolean;
}
export function Sales({ data, sales, asTable, isRunning }: SalesProps) {
  const { before } = sales;
  const rows = { to: '/orders', search: soldOrders(data) };
  return (
    <>
      <div className={classes.figures}>
        <Figure
          label="Gross"
          value={<MoneyText value={sales.gross} />}
          now={sales.gross}
          before={before.gross}
          {...rows}
        />
        <Figure
          label="Orders"
          value={count(sales.orders)}
          now={sales.orders}
          before={before.orders}
          {...rows}
        />
        <Figure
          label="Average basket"
          value={<MoneyText value={sales.averageBasket} />}
          now={sales.averageBasket}
          before={before.averageBasket}
          {...rows}
        />
      </div>
      {asTable ? <DayTable days={sales.byDay} /> : <DayBars days={sales.byDay} isRunning={isRunning} />}
    </>
  );
}

export function OpenOrders({ data, orders }: { data: Dashboard; orders: Part<'orders'> }) {
  if (orders.byStatus.length === 0) return <Nothing>Nothing waits: every order is done.</Nothing>;
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          <th>Status</th>
          <th className={classes.number}>Orders</th>
          <th className={classes.number}>Oldest</th>
        </tr>
      </thead>
      <tbody>
        {inFlow(orders.byStatus).map(({ status, count: number, oldestAt }) => (
          <tr key={status}>
            <td>
              <ScreenLink to="/orders" search={openOrders(status, data.locationId)} className={classes.name}>
                <OrderStatus status={status} />
              </ScreenLink>
            </td>
            <td className={classes.number}>
              <ScreenLink to="/orders" search={openOrders(status, data.locationId)} className={classes.name}>
                {count(number)}
              </ScreenLink>
            </td>
            <td className={classes.number}>{waited(oldestAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
const flow = [
  'pending',
  'orderPlaced',
  'processing',
  'prepared',
  'awaitingForDelivery',
  'pickup',
  'outOfDelivery',
];
/** As an order goes through them. */
const inFlow = (rows: Part<'orders'>['byStatus']) =>
  [...rows].sort((a, b) => flow.indexOf(a.status) - flow.indexOf(b.status));

export function TopProducts({ products }: { products: Part<'topProducts'> }) {
  if (products.length === 0) return <Nothing>Nothing was sold in this period.</Nothing>;
  return (
    <Ranking
      heads={['Product', 'Sold', 'Revenue']}
      rows={products.slice(0, shownTop).map((product) => ({
        key: product.subProductId,
        name: (
          <ScreenLink to={`/products/view/${product.productId}`} className={classes.name}>
            {product.name}
          </ScreenLink>
        ),
        middle: count(product.quantity),
        amount: product.revenue,
      }))}
    />
  );
}
const shownTop = 8;

export function TopLocations({ data, locations }: { data: Dashboard; locations: Part<'topLocations'> }) {
  if (locations.length === 0) return <Nothing>Nothing was sold in this period.</Nothing>;
  return (
    <Ranking
      heads={['Location', 'Orders', 'Gross']}
      rows={locations.map((location) => ({
        key: location.locationId,
        name: (
          <ScreenLink to={`/locations/view/${location.locationId}`} className={classes.name}>
            {location.name}
          </ScreenLink>
        ),
        middle: (
          <ScreenLink
            to="/orders"
            search={soldOrders({ ...data, locationId: location.locationId })}
            className={classes.name}
          >
            {count(location.orders)}
          </ScreenLink>
        ),
        amount: location.gross,
      }))}
    />
  );
}

export function Stock({ data, stock }: { data: Dashboard; stock: Part<'stock'> }) {
  const kinds = [
    ['out', 'Out of stock'],
    ['low', 'Low'],
    ['expiring', 'Expires soon'],
  ] as const;
  const alerts = [
    ...stock.out.first.map((alert) => ({ ...alert, what: 'Out of stock', isBad: true })),
    ...stock.low.first.map((alert) => ({ ...alert, what: `${count(alert.available)} left`, isBad: false })),
    ...stock.expiring.first.map((alert) => ({
      ...alert,
      what: `Expires ${formatDay(alert.expiresOn ?? '')}`,
      isBad: false,
    })),
  ];
  return (
    <>
      <div className={`${classes.figures} ${classes.short}`}>
        {kinds.map(([kind, label]) => (
          <Figure
            key={kind}
            label={label}
            value={atMost(stock[kind].count)}
            to="/inventory"
            search={alertRows(kind, data.locationId)}
          />
        ))}
      </div>
      {alerts.length === 0 ? (
        <Nothing>All shelves are as they should be.</Nothing>
      ) : (
        <table className={classes.lines}>
          <thead className="visually-hidden">
            <tr>
              <th>Item and location</th>
              <th>State</th>
            </tr>
          </thead>
          <tbody>
            {pick(alerts).map((alert) => (
              <tr key={`${alert.locationId}${alert.subProductId}${alert.what}`}>
                <td>
                  <ScreenLink
                    to={`/inventory/${alert.subProductId}`}
                    search={{ locationId: alert.locationId }}
                    className={classes.name}
                  >
                    {alert.name}
                  </ScreenLink>
                  <span className={classes.where}>{alert.locationName}</span>
                </td>
                <td className={classes.number} data-bad={alert.isBad || undefined}>
                  {alert.what}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
const counted = 1000;
/** Alerts are counted up to 1,000. */
const atMost = (number: number): string => (number >= counted ? `${count(counted)}+` : count(number));
const shownAlerts = 6;
/** A few of every kind: the first two of each, then whatever there is. */
function pick<Alert extends { what: string }>(alerts: readonly Alert[]): readonly Alert[] {
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

export function Customers({ data, customers }: { data: Dashboard; customers: Part<'customers'> }) {
  const place = data.locationId ? { locationId: data.locationId } : {};
  return (
    <div className={`${classes.figures} ${classes.spread}`}>
      <Figure
        label="New"
        value={count(customers.new)}
        now={customers.new}
        before={customers.newBefore}
        to="/customers"
        search={{ ...place, sort: 'createdAt.desc' }}
      />
      <Figure
        label="Active"
        value={count(customers.active)}
        now={customers.active}
        before={customers.activeBefore}
        to="/orders"
        search={soldOrders(data)}
      />
      <Figure
        label="All"
        value={`${customers.totalIsEstimate ? '≈ ' : ''}${count(customers.total)}`}
        to="/customers"
        search={place}
      />
    </div>
  );
}

interface RankingProps {
  heads: [string, string, string];
  rows: { key: string; name: ReactNode; middle: ReactNode; amount: number }[];
}
/** Who leads, and by how much: a quiet bar under each name, from zero. */
function Ranking({ heads, rows }: RankingProps) {
  const most = Math.max(...rows.map(({ amount }) => amount), 1);
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          <th>{heads[0]}</th>
          <th className={classes.number}>{heads[1]}</th>
          <th className={classes.number}>{heads[2]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, middle, amount }) => (
          <tr key={key}>
            <td>
              {name}
              <span className={classes.share} style={{ width: `${(amount / most) * 100}%` }} />
            </td>
            <td className={classes.number}>{middle}</td>
            <td className={classes.number}>
              <MoneyText value={amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Nothing = ({ children }: { children: string }) => <p className={classes.nothing}>{children}</p>;
