import { formatDay } from '@aisle/contract/core/dates';
import type { Dashboard } from '@aisle/contract/dashboard';
import type { ReactNode } from 'react';
import { OrderStatus } from '../orders/order-status.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Figure } from '../ui/figure.tsx';
import { Panel } from '../ui/record-page.tsx';
import { ScreenLink } from '../ui/screen-link.tsx';
import { MoneyText } from '../ui/values.tsx';
import classes from './dashboard.module.css';
import { DayBars } from './day-bars.tsx';
import { waited } from './period.ts';

type Block<Name extends keyof Dashboard> = NonNullable<Dashboard[Name]>;
const count = (value: number): string => value.toLocaleString('en-US');

export function Sales({ sales }: { sales: Block<'sales'> }) {
  const { before } = sales;
  return (
    <Panel title="Sales">
      <div className={classes.figures}>
        <Figure
          label="Gross"
          value={<MoneyText value={sales.gross} />}
          now={sales.gross}
          before={before.gross}
        />
        <Figure label="Orders" value={count(sales.orders)} now={sales.orders} before={before.orders} />
        <Figure
          label="Average basket"
          value={<MoneyText value={sales.averageBasket} />}
          now={sales.averageBasket}
          before={before.averageBasket}
        />
      </div>
      <DayBars label="Sales by day" days={sales.byDay} />
    </Panel>
  );
}

export function OrdersNow({ orders }: { orders: Block<'orders'> }) {
  return (
    <Panel title="Orders now">
      <Lines
        heads={['Status', 'Orders', 'Oldest']}
        empty="No orders are open."
        rows={orders.byStatus.map(({ status, count: number, oldestAt }) => [
          status,
          <ScreenLink key="status" to="/orders" search={{ headlineStatus: status }} className={classes.name}>
            <OrderStatus status={status} />
          </ScreenLink>,
          count(number),
          waited(oldestAt),
        ])}
      />
    </Panel>
  );
}

export function TopProducts({ products }: { products: Block<'topProducts'> }) {
  return (
    <Panel title="Top products">
      <Lines
        heads={['Product', 'Sold', 'Revenue']}
        empty="Nothing was sold in this period."
        rows={products.map((product) => [
          product.subProductId,
          <ScreenLink key="name" to={`/products/view/${product.productId}`} className={classes.name}>
            {product.name}
          </ScreenLink>,
          count(product.quantity),
          <MoneyText key="revenue" value={product.revenue} />,
        ])}
      />
    </Panel>
  );
}

export function TopLocations({ locations }: { locations: Block<'topLocations'> }) {
  return (
    <Panel title="Top locations">
      <Lines
        heads={['Location', 'Orders', 'Gross']}
        empty="Nothing was sold in this period."
        rows={locations.map((location) => [
          location.locationId,
          <ScreenLink key="name" to={`/locations/view/${location.locationId}`} className={classes.name}>
            {location.name}
          </ScreenLink>,
          count(location.orders),
          <MoneyText key="gross" value={location.gross} />,
        ])}
      />
    </Panel>
  );
}

export function Stock({ stock }: { stock: Block<'stock'> }) {
  const alerts = [
    ...stock.out.first.map((alert) => ({ ...alert, what: 'out of stock' })),
    ...stock.low.first.map((alert) => ({ ...alert, what: `${count(alert.available)} left` })),
    ...stock.expiring.first.map((alert) => ({
      ...alert,
      what: alert.expiresOn ? `expires ${formatDay(alert.expiresOn)}` : 'expiring',
    })),
  ];
  return (
    <Panel title="Stock alerts">
      <div className={classes.figures}>
        <Figure label="Out of stock" value={atMost(stock.out.count)} />
        <Figure label="Low" value={atMost(stock.low.count)} />
        <Figure label="Expiring" value={atMost(stock.expiring.count)} />
      </div>
      <Lines
        heads={['Item', 'Location', 'State']}
        isText
        empty="All shelves are as they should be."
        rows={alerts.map((alert) => [
          `${alert.locationId}${alert.subProductId}${alert.what}`,
          <ScreenLink key="name" to={`/inventory/${alert.subProductId}`} className={classes.name}>
            {alert.name}
          </ScreenLink>,
          alert.locationName,
          alert.what,
        ])}
      />
    </Panel>
  );
}
const counted = 1000;
/** Alerts are counted up to 1,000. */
const atMost = (number: number): string => (number >= counted ? `${count(counted)}+` : count(number));

export function Customers({ customers }: { customers: Block<'customers'> }) {
  return (
    <Panel title="Customers">
      <div className={classes.figures}>
        <Figure label="New" value={count(customers.new)} now={customers.new} before={customers.newBefore} />
        <Figure
          label="Active"
          value={count(customers.active)}
          now={customers.active}
          before={customers.activeBefore}
        />
        <Figure
          label="All"
          value={`${customers.totalIsEstimate ? 'about ' : ''}${count(customers.total)}`}
          to="/customers"
        />
      </div>
    </Panel>
  );
}

interface LinesProps {
  heads: [string, string, string];
  /** A key, then three cells. */
  rows: [string, ReactNode, ReactNode, ReactNode][];
  empty: string;
  /** The second column holds words. */
  isText?: boolean;
}
function Lines({ heads, rows, empty, isText = false }: LinesProps) {
  if (rows.length === 0) return <EmptyState title={empty} />;
  const second = isText ? undefined : classes.number;
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          <th>{heads[0]}</th>
          <th className={second}>{heads[1]}</th>
          <th className={classes.number}>{heads[2]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([key, name, middle, last]) => (
          <tr key={key}>
            <td>{name}</td>
            <td className={second}>{middle}</td>
            <td className={classes.number}>{last}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
