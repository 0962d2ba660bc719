import { formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import {
  locationRateRoutes,
  type RatesPreview,
  type RatesProposal,
} from '@aisle/contract/locations/location-rates';
import { Modal, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { type DataColumn, DataTable } from '../../../ui/table/data-table.tsx';
import classes from './location-rates.module.css';

interface PreviewDialogProps {
  locationId: string;
  proposal: RatesProposal;
  onClose: () => void;
}
/** Shows the effect of a change on last month's orders; nothing is saved. */
export function PreviewDialog({ locationId, proposal, onClose }: PreviewDialogProps) {
  const query = useQuery({
    ...read(locationRateRoutes.preview, { params: { id: locationId }, query: {}, body: proposal }),
    meta: { quiet: true },
  });
  return (
    <Modal opened onClose={onClose} title="Preview with last month's orders" size={760}>
      {query.error && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={240} className="after-a-while" />}
      {query.data && <Preview preview={query.data} />}
    </Modal>
  );
}

function Preview({ preview }: { preview: RatesPreview }) {
  const { from, until, orderCount, categories, total, charged } = preview;
  const span = `${formatDay(from)} to ${formatDay(until)}`;
  if (orderCount === 0) {
    return <EmptyState title="No orders to preview" text={`No orders placed from ${span} were delivered.`} />;
  }
  if (categories.length === 0) {
    return (
      <EmptyState
        title="No changes"
        text={`None of the ${formatCount(orderCount)} delivered orders placed from ${span} would have changed.`}
      />
    );
  }
  const others = total.commission.before !== charged.commission || total.tax.before !== charged.tax;
  return (
    <>
      <Text mb="md">
        {formatCount(orderCount)} delivered {orderCount === 1 ? 'order' : 'orders'} placed from {span}. The
        location would have got{' '}
        <b>
          {formatMoney(Math.abs(total.payoutDifference))} {total.payoutDifference < 0 ? 'less' : 'more'}
        </b>
        .
      </Text>
      <DataTable
        label="By category"
        rows={categories}
        rowKey={({ category }) => category._id}
        columns={sumColumns(total)}
        className={classes.sums}
        isWide
      />
      <Text size="sm" c="dimmed" mt="md">
        Rounded per line, excluding refunds.
        {others &&
          ` Rates have changed since. Those orders were charged ${formatMoney(charged.tax)} in tax and ${formatMoney(charged.commission)} in commission.`}
      </Text>
    </>
  );
}

type SumsRow = RatesPreview['categories'][number];
function sumColumns(total: RatesPreview['total']): DataColumn<SumsRow>[] {
  return [
    {
      header: 'Category',
      cell: ({ category }) => category.name,
      footer: 'All items sold',
      isRowHeader: true,
    },
    {
      header: 'Items',
      cell: ({ goods }) => formatMoney(goods),
      footer: formatMoney(total.goods),
      align: 'right',
      className: classes.goods,
    },
    {
      header: 'Tax',
      cell: ({ tax }) => <Shift {...tax} />,
      footer: <Shift {...total.tax} />,
      align: 'right',
    },
    {
      header: 'Commission',
      cell: ({ commission }) => <Shift {...commission} />,
      footer: <Shift {...total.commission} />,
      align: 'right',
    },
    {
      header: 'Payout',
      cell: ({ payoutDifference }) => withSign(payoutDifference),
      footer: withSign(total.payoutDifference),
      align: 'right',
    },
  ];
}

const withSign = (amount: number): string => `${amount > 0 ? '+' : ''}${formatMoney(amount)}`;

function Shift({ before, after }: { before: number; after: number }) {
  if (before === after) return formatMoney(after);
  return (
    <>
      <span className={`secondary ${classes.was}`}>{formatMoney(before)} → </span>
      {formatMoney(after)}
    </>
  );
}
