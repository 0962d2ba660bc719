import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import { type BlockName, type Dashboard, maxAttention } from '@aisle/contract/overview/dashboard';
import { Link } from '@tanstack/react-router';
import { type Destination, useCanOpen } from '../../../core/pages/screens.ts';
import { MetricValue } from '../../../ui/values/metric.tsx';
import { MoneyText } from '../../../ui/values/values.tsx';
import dashboardClasses from '../dashboard.module.css';
import { thisTimeLastWeek } from '../period.ts';
import classes from './attention.module.css';
import { alertRows, attentionRows, soldSince } from './metric-links.ts';

interface Item {
  label: string;
  count: number | null;
  /** Shown beside the count. */
  more?: string;
  /** Whether something has already gone wrong. */
  isBad?: boolean;
  /** The block that shows the same. */
  block?: BlockName;
  rows: Destination;
}

interface AttentionProps {
  data: Dashboard;
  attention: NonNullable<Dashboard['attention']>;
  /** The blocks of the dashboard: what one of them shows in more detail isn't repeated. */
  shown: readonly BlockName[];
}
/** The things that need attention now; each count links to exactly the rows that it counts. */
export function Attention({ data, attention, shown }: AttentionProps) {
  const canOpen = useCanOpen();
  const items = itemsOf(data, attention).filter(
    ({ count, block }) => count !== null && !(block && data[block] && shown.includes(block)),
  );
  return (
    <ul className={`plain-list grid gap-2 ${classes.items}`}>
      {items.map(({ label, count, more, isBad, rows }) => {
        const text = (
          <>
            <span className="text-sm secondary">{label}</span>
            <span className={classes.count} data-state={count === 0 ? 'none' : isBad ? 'bad' : undefined}>
              {formatCount(count ?? 0)}
              {count === maxAttention && '+'}
              {more && <span className={classes.more}> {more}</span>}
            </span>
          </>
        );
        return (
          <li key={label}>
            {canOpen(rows.to) ? (
              <Link {...rows} className={classes.link}>
                {text}
              </Link>
            ) : (
              <div className={classes.link}>{text}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function itemsOf(data: Dashboard, attention: AttentionProps['attention']): Item[] {
  const { late, refundFailed, returnsToApprove, outOfStock, expiresToday } = attention;
  const day = expiresToday?.day ?? data.to;
  return [
    { label: 'Late', count: late, isBad: true, rows: { to: '/orders', search: attentionRows.late(data) } },
    {
      label: 'Refund failed',
      count: refundFailed,
      isBad: true,
      block: 'service',
      rows: { to: '/orders', search: attentionRows.refundFailed(data) },
    },
    {
      label: 'Returns to approve',
      count: returnsToApprove,
      block: 'service',
      rows: { to: '/orders/returns', search: attentionRows.returnsToApprove(data) },
    },
    {
      label: 'Out of stock',
      count: outOfStock,
      block: 'stock',
      rows: { to: '/inventory', search: alertRows('out', data.locationId) },
    },
    {
      label: 'Expires today',
      count: expiresToday?.lots ?? null,
      ...(expiresToday && expiresToday.lots > 0 && { more: `(${formatMoney(expiresToday.retail)})` }),
      rows: { to: '/expiry', search: attentionRows.expiresToday(data, day) },
    },
  ];
}

/** Today so far, compared with the same hours a week ago. */
export function Today({ data, today }: { data: Dashboard; today: NonNullable<Dashboard['today']> }) {
  const { lastWeek } = today;
  const rows = { to: '/orders', search: soldSince({ ...today.day, locationId: data.locationId }) } as const;
  const compared = { than: thisTimeLastWeek, ...rows };
  // Early in the day there may be nothing to compare with.
  const before = lastWeek.orders > 0 ? lastWeek : undefined;
  return (
    <div className={`flex wrap gap-4 gap-x-8 ${dashboardClasses.figures} ${dashboardClasses.spread}`}>
      <MetricValue
        label="Sales so far"
        value={<MoneyText value={today.gross} />}
        now={today.gross}
        before={before?.gross}
        {...compared}
      />
      <MetricValue
        label="Orders"
        value={formatCount(today.orders)}
        now={today.orders}
        before={before?.orders}
        {...compared}
      />
      <MetricValue
        label="Average basket"
        value={<MoneyText value={today.averageBasket} />}
        now={today.averageBasket}
        before={before?.averageBasket}
        {...compared}
      />
    </div>
  );
}
