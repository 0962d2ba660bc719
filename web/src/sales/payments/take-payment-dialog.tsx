import { formatMoney } from '@aisle/contract/core/money';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { type PaymentMethod, paymentRoutes } from '@aisle/contract/sales/payments';
import { SegmentedControl, Select, Skeleton, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { MoneyInput } from '../../ui/form/fields/inputs.tsx';
import { ShortDialog } from '../../ui/form/short-dialog.tsx';
import { PayLinkFields, usePayLink } from './pay-link-fields.tsx';

/** How an order can be paid: staff take the payment, or send the customer a link. */
type Method = PaymentMethod | 'link';

const labels: Record<Method, string> = {
  cash: 'Cash',
  terminal: 'Card terminal',
  card: 'Card online',
  link: 'Payment link',
};
const hints: Record<Method, string> = {
  cash: 'Collect the cash before you record it.',
  terminal: 'Record it after the terminal approves the payment.',
  card: 'Authorizes the amount now and charges the card when the customer gets the order.',
  link: 'The customer pays the amount due by card. A former link ends.',
};

interface DialogProps {
  order: Order;
  onClose: () => void;
}

/** Takes a full or partial payment of the amount due, or sends a link to pay it. */
export function TakePaymentDialog({ order, onClose }: DialogProps) {
  const details = useQuery({
    ...read(orderRoutes.paymentDetails, { params: { id: order._id } }),
    staleTime: 0,
  });
  const link = usePayLink(order, details.data?.linkChannels ?? []);
  const taking = useWrite(paymentRoutes.take);
  const [chosen, setMethod] = useState<Method>();
  const [amount, setAmount] = useState<number | null>();
  const [reference, setReference] = useState('');
  const [token, setToken] = useState<string | null>('tok_ok');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const due = details.data?.due ?? 0;
  const methods: Method[] = [
    ...(details.data?.methods ?? []),
    ...(link.channels.length > 0 ? ['link' as const] : []),
  ];
  // An order that waits for a card is mostly one of a customer on the phone.
  const method = chosen ?? (order.status === 'pending' && methods.includes('link') ? 'link' : 'cash');
  // Defaults to the full amount due.
  const wanted = amount === undefined ? due : amount;

  async function submit(): Promise<void> {
    if (method === 'link') {
      if (await link.send()) onClose();
      return;
    }
    const wrong: Record<string, string> = {};
    if (!wanted || Number.isNaN(wanted)) wrong.amount = 'Enter an amount above 0 with at most 2 decimals';
    if (method === 'terminal' && !reference.trim()) wrong.reference = 'Reference is required';
    setErrors(wrong);
    if (!wanted || Object.keys(wrong).length > 0) return;
    try {
      await taking.mutateAsync({
        params: { id: order._id },
        body: {
          method,
          amount: wanted,
          ...(method === 'terminal' && { reference: reference.trim() }),
          ...(method === 'card' && token && { token }),
        },
      });
      onClose();
    } catch (error) {
      if (!isApiError(error)) return;
      const [field] = error.fields;
      setErrors({ [field?.path ?? 'amount']: field?.message ?? error.message });
    }
  }

  return (
    <ShortDialog
      title={`Take payment for ${order.number}`}
      submit={
        method === 'link'
          ? 'Send payment link'
          : wanted && !Number.isNaN(wanted)
            ? `Take ${formatMoney(wanted)}`
            : 'Take payment'
      }
      isRunning={taking.isPending || link.isPending}
      disabled={!details.data}
      onSubmit={submit}
      onClose={onClose}
    >
      {details.data ? (
        <SegmentedControl
          fullWidth
          aria-label="Payment method"
          value={method}
          onChange={(value) => setMethod(value as Method)}
          data={methods.map((value) => ({ value, label: labels[value] }))}
        />
      ) : (
        <Skeleton height={36} aria-busy="true" />
      )}
      <Text c="dimmed">{hints[method]}</Text>
      {method === 'link' ? (
        <>
          <Text>{formatMoney(due)} is due</Text>
          <PayLinkFields link={link} />
        </>
      ) : (
        <MoneyInput
          label="Amount"
          description={`${formatMoney(due)} is due`}
          data-autofocus
          value={wanted}
          onChange={setAmount}
          error={errors.amount}
        />
      )}
      {method === 'terminal' && (
        <TextInput
          label="Reference"
          description="The number on the terminal’s receipt"
          withAsterisk
          maxLength={200}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
          error={errors.reference}
        />
      )}
      {method === 'card' && (
        <Select
          label="Test card"
          description="Payments are simulated. No money moves"
          data={(details.data?.testCards ?? []).map((card) => ({ value: card.token, label: card.label }))}
          value={token}
          onChange={setToken}
          error={errors.token}
        />
      )}
    </ShortDialog>
  );
}
