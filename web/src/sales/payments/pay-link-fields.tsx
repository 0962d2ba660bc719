import type { PayLink } from '@aisle/contract/sales/orders/order-payments';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { paymentRoutes } from '@aisle/contract/sales/payments';
import { SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { PhoneInput } from '../../ui/form/fields/phone-input.tsx';

type Channel = PayLink['channel'];
const channelLabels: Record<Channel, string> = { email: 'Email', sms: 'Text message' };

/** Fields for the recipient of a payment link, prefilled from the order. */
export function usePayLink(order: Order, channels: readonly Channel[]) {
  const sending = useWrite(paymentRoutes.sendLink);
  const [chosen, setChannel] = useState<Channel>();
  const [typed, setTyped] = useState<Partial<Record<Channel, string>>>({});
  const [error, setError] = useState<string>();
  const { email, phone } = order.customer;
  const channel = chosen ?? (!email && channels.includes('sms') ? 'sms' : 'email');
  const to = typed[channel] ?? (channel === 'email' ? email : phone) ?? '';

  /** Returns whether it was sent. */
  async function send(): Promise<boolean> {
    setError(undefined);
    try {
      await sending.mutateAsync({ params: { id: order._id }, body: { channel, to } });
      return true;
    } catch (problem) {
      if (isApiError(problem)) setError(problem.fields[0]?.message ?? problem.message);
      return false;
    }
  }
  return {
    channels,
    channel,
    to,
    error,
    isPending: sending.isPending,
    send,
    choose: (next: Channel) => {
      setChannel(next);
      setError(undefined);
    },
    type: (text: string | null) => setTyped({ ...typed, [channel]: text ?? '' }),
  };
}

export function PayLinkFields({ link }: { link: ReturnType<typeof usePayLink> }) {
  const { channels, channel, to, error, choose, type } = link;
  return (
    <>
      {channels.length > 1 && (
        <SegmentedControl
          fullWidth
          aria-label="Send by"
          value={channel}
          onChange={(value) => choose(value as Channel)}
          data={channels.map((value) => ({ value, label: channelLabels[value] }))}
        />
      )}
      {channel === 'email' ? (
        <TextInput
          label="Email"
          type="email"
          withAsterisk
          data-autofocus
          value={to}
          onChange={(event) => type(event.currentTarget.value)}
          error={error}
        />
      ) : (
        <PhoneInput label="Phone" withAsterisk data-autofocus value={to} onChange={type} error={error} />
      )}
    </>
  );
}
