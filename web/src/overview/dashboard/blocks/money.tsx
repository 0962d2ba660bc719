import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import type { Dashboard } from '@aisle/contract/overview/dashboard';
import type { Destination } from '../../../core/pages/screens.ts';
import { LastPayout, NextPayout } from '../../../finance/statements/balance/payout-metrics.tsx';
import { ScreenLink } from '../../../ui/record/screen-link.tsx';
import { type DataColumn, DataTable } from '../../../ui/table/data-table.tsx';
import { MoneyText } from '../../../ui/values/values.tsx';
import classes from '../dashboard.module.css';

/** The next and the latest payout of each location. */
export function Payouts({ payouts }: { payouts: NonNullable<Dashboard['payouts']> }) {
  if (payouts.length === 0) return <p className={classes.nothing}>No locations yet.</p>;
  return (
    <div className={`grid gap-4 ${classes.payouts}`}>
      {payouts.map(({ locationId, locationName, next, last }) => (
        <div key={locationId} className="column gap-1">
          {payouts.length > 1 && (
            <h3 className="m-0 text-sm medium">
              <ScreenLink to="/statements" search={{ locationId }} className={classes.name}>
                {locationName}
              </ScreenLink>
            </h3>
          )}
          <div className={`flex wrap gap-4 gap-x-8 ${classes.figures} ${classes.spread}`}>
            <NextPayout next={next} locationId={locationId} />
            <LastPayout last={last} />
          </div>
        </div>
      ))}
    </div>
  );
}

interface Amount {
  label: string;
  /** The number of records that make up the amount. */
  more: string;
  amount: number;
  isBad: boolean;
  rows: Destination;
}

interface MoneyProps {
  data: Dashboard;
  money: NonNullable<Dashboard['money']>;
}
/** The money between the marketplace and its locations; each amount links to the rows that make it. */
export function Money({ data, money }: MoneyProps) {
  const here = data.locationId ? { locationId: data.locationId } : {};
  const { due, openStatements, failedPayouts, cashHeld } = money;
  const amounts: Amount[] = [
    {
      label: 'Due to locations',
      more: pluralize(due.locations, 'location'),
      amount: due.amount,
      isBad: false,
      rows: { to: '/statements', search: { ...here, tab: 'due' } },
    },
    {
      label: 'Open statements',
      more: formatCount(openStatements.count),
      amount: openStatements.amount,
      isBad: false,
      rows: { to: '/statements', search: { ...here, tab: 'open' } },
    },
    {
      label: 'Failed payouts',
      more: formatCount(failedPayouts.count),
      amount: failedPayouts.amount,
      isBad: failedPayouts.count > 0,
      rows: { to: '/statements', search: { ...here, tab: 'open', payoutFailed: true } },
    },
    ...(cashHeld
      ? [
          {
            label: 'Cash not handed in',
            more: pluralize(cashHeld.drivers, 'driver'),
            amount: cashHeld.amount,
            isBad: false,
            rows: { to: '/driver', search: { ...here, holdsCash: true } } as const,
          },
        ]
      : []),
  ];
  return <DataTable label="Money" columns={columns} rows={amounts} rowKey={({ label }) => label} hidesHead />;
}

const columns: DataColumn<Amount>[] = [
  {
    header: 'Money',
    cell: ({ label, more, rows }) => (
      <>
        <ScreenLink {...rows} className={classes.name}>
          {label}
        </ScreenLink>
        <span className={classes.where}>{more}</span>
      </>
    ),
    grows: true,
  },
  {
    header: 'Amount',
    cell: ({ amount, isBad, rows }) => (
      <ScreenLink {...rows} className={classes.name}>
        <span className={isBad ? 'bad' : undefined}>
          <MoneyText value={amount} />
        </span>
      </ScreenLink>
    ),
    align: 'right',
  },
];
