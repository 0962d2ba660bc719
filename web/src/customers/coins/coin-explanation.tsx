import { formatMoney } from '@aisle/contract/core/money';
import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import { type CoinLot, type CoinsExplained, coinKindLabels } from '@aisle/contract/customers/coins';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { OrderLink } from '../../links/sales/order-link.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { type DataColumn, DataTable } from '../../ui/table/data-table.tsx';
import tables from '../../ui/values/sums.module.css';
import { DateText } from '../../ui/values/values.tsx';
import { orderOf, signed } from './coin-labels.tsx';
import classes from './coins.module.css';

/** The sources of a balance, and when its coins expire. */
export function CoinExplanation({ explained }: { explained: CoinsExplained }) {
  const { balance, came, went, elsewhere, held, lots, lotCount } = explained;
  const sums = [...came, ...went];
  return (
    <Panel title="Explain this balance">
      <table className={tables.sums} aria-label="Balance of coins">
        <tbody>
          {sums.map(({ kind, coins, entries }) => (
            <tr key={`${kind} ${coins > 0}`}>
              <th scope="row">
                {coinKindLabels[kind]} <small>{pluralize(entries, 'entry', 'entries')}</small>
              </th>
              <td>{signed(coins)}</td>
            </tr>
          ))}
          {elsewhere !== 0 && (
            <tr>
              <th scope="row">At locations you don't have access to</th>
              <td>{signed(elsewhere)}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Balance now</th>
            <td>{formatCount(balance)}</td>
          </tr>
        </tfoot>
      </table>
      {held.length > 0 && (
        <ul className={`plain-list mt-3 ${classes.held}`}>
          {held.map(({ _id, number, coins }) => (
            <li key={_id}>
              <OrderLink id={_id} number={number} /> is paid with {pluralize(coins, 'coin')} and isn't
              delivered yet. What it doesn't need is returned.
            </li>
          ))}
        </ul>
      )}
      {lots.length > 0 && <Lots lots={lots} count={lotCount} />}
    </Panel>
  );
}

const initialCount = 10;
/** The lots with coins left, the earliest expiration first. */
function Lots({ lots, count }: { lots: readonly CoinLot[]; count: number }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <div className={classes.lots}>
      <DataTable
        label="What expires when"
        caption="What expires when"
        columns={columns}
        rows={isWhole ? lots : lots.slice(0, initialCount)}
        rowKey={({ _id }) => _id}
        isWide
      />
      {!isWhole && count > initialCount && (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setWhole(true)}>
          Show all {formatCount(count)}
        </Button>
      )}
      {isWhole && count > lots.length && (
        <p className="m-0 mt-3 text-sm secondary">
          The first {formatCount(lots.length)} of {formatCount(count)}.
        </p>
      )}
    </div>
  );
}

const columns: DataColumn<CoinLot>[] = [
  {
    header: 'Expires',
    cell: ({ expiresAt }) => (expiresAt ? <DateText value={expiresAt} /> : 'Never'),
    isRowHeader: true,
    className: 'tabular nowrap',
  },
  {
    header: 'Left',
    cell: ({ coins, coinsLeft }) =>
      coinsLeft === coins ? formatCount(coins) : `${formatCount(coinsLeft)} of ${formatCount(coins)}`,
    align: 'right',
    className: 'tabular nowrap',
  },
  { header: 'Worth', cell: ({ worth }) => formatMoney(worth), align: 'right' },
  { header: 'Order', cell: ({ order }) => orderOf(order), className: 'tabular nowrap' },
  { header: 'Kind', cell: ({ kind }) => coinKindLabels[kind] },
  { header: 'Added', cell: ({ at }) => <DateText value={at} />, className: 'tabular nowrap' },
];
