import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import { addQuantities, countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { type CountItem, type StockCount, stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { Progress } from '@mantine/core';
import { IconBarcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { read, useWrite } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { CountStatus, ItemState, stateChoices } from '../../links/warehouse/count-status.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { choice, yesNo } from '../../ui/list/filters/filter.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Column } from '../../ui/list/rows/column.ts';
import { useList } from '../../ui/list/use-list.ts';
import { MetricValue } from '../../ui/values/metric.tsx';
import { Closing } from './closing.tsx';
import { isOver, takesCounts } from './count-stage.ts';
import classes from './stock-counts.module.css';

const back = { to: '/inventory/counts', label: 'Stock counts' } as const;

export function CountView() {
  const { id } = useParams({ from: '/shell/inventory/counts/$id' });
  const query = useQuery({ ...read(stockCountRoutes.view, { params: { id } }), meta: { quiet: true } });
  return (
    <Loaded query={query} back={back}>
      {(count) => <CountRecord key={count._id} count={count} />}
    </Loaded>
  );
}

const signed = (quantity: number, text: string) => (quantity > 0 ? `+${text}` : text);
const columns: Column<CountItem>[] = [
  { key: 'name', header: 'Item', cell: (item) => itemName(item.subProductData), sortable: true },
  { key: 'sku', header: 'SKU', cell: (item) => item.subProductData.sku, optional: true },
  { key: 'shelf', header: 'Shelf', cell: (item) => item.shelf, sortable: true, card: 'detail' },
  { key: 'category', header: 'Category', cell: (item) => item.categoryName, optional: true },
  { key: 'state', header: 'Status', cell: (item) => <ItemState state={item.state} />, card: 'state' },
  {
    key: 'counts',
    header: 'Counted by',
    cell: (item) =>
      item.entries
        .map(
          (entry) => `${entry.userName}: ${formatQuantity(entry.quantity, countedIn(item.subProductData))}`,
        )
        .join(' · '),
    card: 'detail',
  },
  {
    key: 'quantity',
    header: 'Counted',
    cell: (item) => item.quantity !== null && formatQuantity(item.quantity, countedIn(item.subProductData)),
    align: 'right',
  },
  {
    key: 'expected',
    header: 'Expected',
    cell: (item) => item.expected !== null && formatQuantity(item.expected, countedIn(item.subProductData)),
    align: 'right',
  },
  {
    key: 'difference',
    header: 'Difference',
    cell: (item) => <Difference item={item} />,
    align: 'right',
    card: 'figure',
  },
  {
    key: 'money',
    header: 'Worth',
    cell: (item) =>
      item.differenceMoney !== null && item.differenceMoney !== 0 && formatMoney(item.differenceMoney),
    align: 'right',
  },
];

/** A blind count shows users their own quantities only. */
const blindColumns = columns
  .filter(({ key }) => !['counts', 'expected', 'difference', 'money'].includes(key))
  .map((column) => (column.key === 'quantity' ? { ...column, header: 'Your count' } : column));
const blindColumnsOfReaders = blindColumns.filter(({ key }) => key !== 'quantity');

function Difference({ item: { difference, posted, subProductData } }: { item: CountItem }) {
  if (difference === null || difference === 0) return difference === 0 ? '0' : null;
  const unit = countedIn(subProductData);
  const left = posted === null ? 0 : addQuantities(difference, -posted);
  return (
    <span className={difference < 0 ? 'bad' : classes.more}>
      {signed(difference, formatQuantity(difference, unit))}
      {left !== 0 && (
        <span className={classes.left}>{formatQuantity(left, unit)} not posted, reserved for orders</span>
      )}
    </span>
  );
}

const stateFilter = choice('state', 'Status', stateChoices);
const filters = [stateFilter, yesNo('differs', 'Difference', 'Differs', 'As expected')];

function CountRecord({ count }: { count: StockCount }) {
  const mayDecide = useCan('inventory_edit');
  const mayCount = useCan('inventory_add');
  const isOpen = !isOver(count);
  const params = { id: count._id };
  const list = useList(stockCountRoutes.items, { countId: count._id });
  const recount = useWrite(stockCountRoutes.recount);
  const choose = useWrite(stockCountRoutes.choose);
  return (
    <ListPage
      title={count.name ? `${count.number}: ${count.name}` : `${count.number}, ${count.locationName}`}
      badge={<CountStatus status={count.status} />}
      back={back}
      noun="items"
      searchLabel="Item, SKU or barcode"
      list={list}
      columns={count.seesFigures ? columns : mayCount ? blindColumns : blindColumnsOfReaders}
      actions={
        <>
          {isOpen && mayDecide && <Closing count={count} />}
          <HistoryButton resource="stockCounts" id={count._id} name={count.number} />
        </>
      }
      {...(takesCounts(count) &&
        mayCount && {
          primary: {
            label: 'Count',
            icon: IconBarcode,
            to: { to: '/inventory/counts/sheet/$id', params: { id: count._id } },
          },
        })}
      tabs={<Summary count={count} />}
      filters={count.variance ? filters : [stateFilter]}
      rowActions={(item) =>
        !isOpen || !mayDecide || (item.state === 'open' && count.status === 'open')
          ? []
          : [
              ...(count.seesFigures && item.entries.length > 1
                ? item.entries.map((entry) => ({
                    label: `Use ${entry.userName}'s ${formatQuantity(entry.quantity, countedIn(item.subProductData))}`,
                    onClick: () =>
                      void choose
                        .mutateAsync({ params, body: { subProductId: item._id, entryId: entry._id } })
                        .catch(() => undefined),
                  }))
                : []),
              {
                label: item.state === 'open' ? 'Request count' : 'Request recount',
                onClick: () =>
                  void recount
                    .mutateAsync({ params, body: { subProductIds: [item._id] } })
                    .catch(() => undefined),
              },
            ]
      }
      {...(isOpen &&
        mayDecide && {
          bulk: [
            {
              label: 'Request recount',
              run: (rows: CountItem[]) =>
                recount.mutateAsync({ params, body: { subProductIds: rows.map(({ _id }) => _id) } }),
            },
          ],
        })}
      empty="No items in this count."
    />
  );
}

function Summary({ count }: { count: StockCount }) {
  const { items, counted, conflicts, recounts, variance, differing } = count;
  const share = items === 0 ? 0 : Math.round((counted / items) * 100);
  const here = { to: '/inventory/counts/$id', params: { id: count._id } } as const;
  return (
    <div className={classes.summary}>
      <div className="flex wrap align-start gap-3 gap-x-10">
        <div className={classes.progress}>
          <MetricValue label="Counted" value={`${formatCount(counted)} of ${formatCount(items)}`} />
          <Progress value={share} color="teal" size="sm" aria-label="Counted" />
        </div>
        {conflicts > 0 && (
          <MetricValue
            label="Counts differ"
            value={conflicts}
            {...here}
            search={{ state: 'conflict' as const }}
          />
        )}
        {recounts > 0 && (
          <MetricValue label="To recount" value={recounts} {...here} search={{ state: 'recount' as const }} />
        )}
        {variance && (
          <>
            <MetricValue
              label="Items with differences"
              value={differing ?? 0}
              {...here}
              search={{ differs: true }}
            />
            <MetricValue label="Missing" value={formatMoney(variance.lessMoney)} />
            <MetricValue label="Found" value={formatMoney(variance.moreMoney)} />
            <MetricValue label="Net" value={formatMoney(variance.lessMoney + variance.moreMoney)} />
          </>
        )}
      </div>
      {count.counters.length > 0 && (
        <p className={classes.people}>
          {count.counters.map(({ name, items: own }) => `${name} ${formatCount(own)}`).join(' · ')}
        </p>
      )}
      <BlindNote count={count} />
    </div>
  );
}

/** Explains why a blind count hides the quantities, and the next step. */
function BlindNote({ count }: { count: StockCount }) {
  const mayDecide = useCan('inventory_edit');
  if (!count.blind || isOver(count)) return null;
  return <p className={classes.people}>{countNote(count, mayDecide)}</p>;
}

function countNote({ status, seesFigures }: StockCount, mayDecide: boolean): string {
  if (status === 'open') {
    return "Blind count. Expected quantities are shown after counting is finished, to someone who didn't count here.";
  }
  if (seesFigures) {
    return 'Counting is finished. Review the differences, request recounts where needed, then post. Someone else does the recounts.';
  }
  return mayDecide
    ? "Counting is finished. You counted here, so someone else reviews it. You'll see the differences after it's posted."
    : 'Counting is finished and in review. You can still do requested recounts.';
}
