import { formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { locationRateRoutes, type RatesPreview, type RatesProposal } from '@aisle/contract/location-rates';
import { Modal, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import classes from './location-rates.module.css';

interface PreviewDialogProps {
  locationId: string;
  proposal: RatesProposal;
  onClose: () => void;
}
/** What a change would have done to last month's orders; nothing is saved. */
export function PreviewDialog({ locationId, proposal, onClose }: PreviewDialogProps) {
  const query = useQuery({
    ...read(locationRateRoutes.preview, { params: { id: locationId }, query: {}, body: proposal }),
    meta: { quiet: true },
  });
  return (
    <Modal opened onClose={onClose} title="Tried on last month’s orders" size={760}>
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
    return <EmptyState title="No orders to try it on" text={`Nothing placed from ${span} was delivered.`} />;
  }
  if (categories.length === 0) {
    return (
      <EmptyState
        title="It would have changed nothing"
        text={`None of the ${orderCount.toLocaleString('en-US')} delivered orders placed from ${span} has anything of these categories, or the rates are the same.`}
      />
    );
  }
  const others = total.commission.before !== charged.commission || total.tax.before !== charged.tax;
  return (
    <>
      <Text mb="md">
        {orderCount.toLocaleString('en-US')} delivered {orderCount === 1 ? 'order' : 'orders'} placed from{' '}
        {span}. The location would have got{' '}
        <b>
          {formatMoney(Math.abs(total.payoutDifference))} {total.payoutDifference < 0 ? 'less' : 'more'}
        </b>
        .
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label="By category">
        <table className={classes.sums}>
          <thead>
            <tr>
              <th>Category</th>
              <th>Goods</th>
              <th>Tax</th>
              <th>Commission</th>
              <th>Payout</th>
            </tr>
          </thead>
          <tbody>
            {categories.map(({ category, ...sums }) => (
              <Sums key={category._id} name={category.name} sums={sums} />
            ))}
          </tbody>
          <tfoot>
            <Sums name="All goods sold" sums={total} />
          </tfoot>
        </table>
      </section>
      <Text size="sm" c="dimmed" mt="md">
        Rounded line by line, refunds not taken into account.
        {others &&
          ` Rates have changed since: those orders bear ${formatMoney(charged.tax)} of tax and ${formatMoney(charged.commission)} of commission.`}
      </Text>
    </>
  );
}

function Sums({ name, sums }: { name: string; sums: RatesPreview['total'] }) {
  const { goods, tax, commission, payoutDifference } = sums;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{formatMoney(goods)}</td>
      <td>
        <Shift {...tax} />
      </td>
      <td>
        <Shift {...commission} />
      </td>
      <td>
        {payoutDifference > 0 && '+'}
        {formatMoney(payoutDifference)}
      </td>
    </tr>
  );
}

function Shift({ before, after }: { before: number; after: number }) {
  if (before === after) return formatMoney(after);
  return (
    <>
      <span className={classes.was}>{formatMoney(before)} → </span>
      {formatMoney(after)}
    </>
  );
}
