import { formatCount } from '@aisle/contract/core/how-many';
import type { Quote } from '@aisle/contract/sales/main-orders/main-orders';
import { type PaymentType, paymentTypeLabels, paymentTypes } from '@aisle/contract/system/payment-types';
import { settingsRoutes } from '@aisle/contract/system/settings';
import { Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';
import { useSlots } from '../../../links/sales/use-slots.ts';
import { QuantityInput } from '../../../ui/form/fields/inputs.tsx';
import type { OrderDraft } from '../draft/order-draft.ts';

interface TermsProps {
  draft: OrderDraft;
  change: (patch: Partial<OrderDraft>) => void;
  quote: Quote | undefined;
  locationId: string | null;
}

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
