import { formatCount } from '@aisle/contract/core/how-many';
import { formatMoney } from '@aisle/contract/core/money';
import type { Quote } from '@aisle/contract/sales/main-orders';
import {
  type PaymentType,
  paymentTypeLabels,
  paymentTypes,
  settingsRoutes,
} from '@aisle/contract/system/settings';
import { Alert, Select, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import { useSlots } from '../../links/use-slots.ts';
import { QuantityInput } from '../../ui/form/inputs.tsx';
import classes from './main-orders.module.css';
import type { OrderDraft } from './order-draft.ts';

interface TermsProps {
  draft: OrderDraft;
  change: (patch: Partial<OrderDraft>) => void;
  quote: Quote | undefined;
  locationId: string | null;
}
interface TotalsProps {
  quote: Quote | undefined;
  isOld: boolean;
  fulfilment: OrderDraft['fulfilment'];
  hasAddress: boolean;
}
/** The total of an order, and what prevents it. */
export function Totals({ quote, isOld, fulfilment, hasAddress }: TotalsProps) {
  if (!quote) return <Text c="dimmed">Add an item to see the total.</Text>;
  const problems = [...quote.problems, ...quote.orders.flatMap((order) => order.problems)];
  return (
    <>
      {fulfilment === 'delivery' && hasAddress && isUnlocated(quote) && (
        <Alert color="yellow" variant="light">
          We couldn't locate this address, so the delivery area isn't verified and the fee doesn't include
          distance.
        </Alert>
      )}
      {quote.orders.length > 1 && (
        <dl className={classes.partTotals}>
          {quote.orders.map(({ locationId, locationName, total }) => (
            <TotalRow key={locationId} name={locationName} amount={total} />
          ))}
        </dl>
      )}
      <dl className={classes.totals} data-old={isOld || undefined}>
        <TotalRow name="Items" amount={quote.itemsTotal} />
        {quote.discountTotal > 0 && <TotalRow name="Discounts" amount={-quote.discountTotal} />}
        <TotalRow name="Tax" amount={quote.taxTotal} />
        {fulfilment === 'delivery' && <TotalRow name="Delivery" amount={quote.deliveryFee} />}
        <div className={classes.grand}>
          <dt>Total</dt>
          <dd>{formatMoney(quote.total)}</dd>
        </div>
        {quote.coinsUsed > 0 && (
          <>
            <TotalRow name={`${formatCount(quote.coinsUsed)} coins`} amount={-quote.coinsAmount} />
            <TotalRow name="Amount due" amount={quote.due} />
          </>
        )}
      </dl>
      {problems.length > 0 && (
        <Alert color="yellow" variant="light">
          {[...new Set(problems.map(({ message }) => message))].map((message) => (
            <div key={message}>{message}</div>
          ))}
        </Alert>
      )}
    </>
  );
}
const isUnlocated = ({ orders }: Quote) => orders.some(({ distanceKm }) => distanceKm === null);

const TotalRow = ({ name, amount }: { name: string; amount: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{formatMoney(amount)}</dd>
  </div>
);

/** How an order is paid, when it is due, and the customer's note. */
export function Terms({ draft, change, quote, locationId }: TermsProps) {
  const ordering = useQuery(read(settingsRoutes.ordering, {}));
  const open = paymentTypes.filter((type) => ordering.data?.paymentTypes[type] ?? type !== 'coins');
  const slots = useSlots(locationId);
  const chosen = draft.slot && `${draft.slot.from}/${draft.slot.to}`;
  return (
    <>
      <Select
        label="Payment"
        data={open.map((value) => ({ value, label: paymentTypeLabels[value] }))}
        value={draft.paymentType}
        onChange={(value) => change({ paymentType: (value ?? 'cashOnDelivery') as PaymentType })}
      />
      {ordering.data?.paymentTypes.coins && draft.paymentType !== 'coins' && (
        <QuantityInput
          label="Coins"
          description={
            quote?.coinBalance === null || quote?.coinBalance === undefined
              ? 'Pays part of the total'
              : `${formatCount(quote.coinBalance)} available`
          }
          value={draft.coins ?? null}
          onChange={(coins) => change({ coins: Number.isInteger(coins) ? (coins ?? undefined) : undefined })}
        />
      )}
      <Select
        label={draft.fulfilment === 'pickup' ? 'Pickup time' : 'Delivery time'}
        placeholder="As soon as possible"
        clearable
        data={slots.map(({ value, label, isFull = false }) => ({ value, label, disabled: isFull }))}
        nothingFoundMessage="No time slots"
        value={chosen}
        onChange={(value) => change({ slot: slots.find((choice) => choice.value === value)?.slot ?? null })}
      />
      <Textarea
        label="Note from the customer"
        autosize
        minRows={2}
        maxLength={1000}
        value={draft.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
    </>
  );
}
