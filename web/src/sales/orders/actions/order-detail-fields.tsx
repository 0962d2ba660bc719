import { payableLater } from '@aisle/contract/sales/orders/order-details';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { type PaymentType, paymentTypeLabels } from '@aisle/contract/system/payment-types';
import { settingsRoutes } from '@aisle/contract/system/settings';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';
import { useSlots } from '../../../links/sales/use-slots.ts';
import { slotText } from '../../../ui/values/when.ts';
import { slotKey } from './order-details.ts';

interface DueSelectProps {
  order: Order;
  value: Order['slot'];
  error: string | undefined;
  onChange: (slot: Order['slot']) => void;
}
/** The time slots of the order's store, with the one that the order has. */
export function DueSelect({ order, value, error, onChange }: DueSelectProps) {
  const { locationId, fulfilment, slot, timeZone } = order;
  const slots = useSlots(locationId).map((choice) => ({ ...choice, value: slotKey(choice.slot) }));
  const isListed = slot && slots.some((choice) => choice.value === slotKey(slot));
  const own =
    slot && !isListed ? [{ value: slotKey(slot), label: slotText(slot, timeZone), slot, isFull: false }] : [];
  const choices = [...own, ...slots];
  return (
    <Select
      label={fulfilment === 'pickup' ? 'Pickup time' : 'Delivery time'}
      placeholder="As soon as possible"
      clearable
      data={choices.map((choice) => ({
        value: choice.value,
        label: choice.label,
        disabled: Boolean(choice.isFull) && choice.value !== (slot && slotKey(slot)),
      }))}
      nothingFoundMessage="No time slots"
      value={value && slotKey(value)}
      error={error}
      onChange={(key) => onChange(choices.find((choice) => choice.value === key)?.slot ?? null)}
    />
  );
}

interface PaymentSelectProps {
  value: string;
  error: string | undefined;
  onChange: (paymentType: string) => void;
}
/** How what is due is to be paid: the types that the marketplace takes, and the one that the order has. */
export function PaymentSelect({ value, error, onChange }: PaymentSelectProps) {
  const ordering = useQuery(read(settingsRoutes.ordering, {}));
  const open = payableLater.filter((type) => ordering.data?.paymentTypes[type]);
  const choices = [...new Set<string>([value, ...open])];
  return (
    <Select
      label="Payment"
      allowDeselect={false}
      data={choices.map((type) => ({ value: type, label: paymentTypeLabels[type as PaymentType] ?? type }))}
      value={value}
      error={error}
      onChange={(type) => type && onChange(type)}
    />
  );
}
