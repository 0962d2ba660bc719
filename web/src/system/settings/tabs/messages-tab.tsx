import { messageRoutes } from '@aisle/contract/service/messages';
import { type OrderMessageKind, orderMessageKinds } from '@aisle/contract/system/order-messages';
import { Button, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../core/api.ts';
import { useCan } from '../../../core/session/session.ts';
import { FormSection } from '../../../ui/form/form-page.tsx';
import classes from '../settings.module.css';
import type { SettingsForm } from '../settings.tsx';
import { MessageTextDialog } from './message-text-dialog.tsx';
import { WholeInput } from './whole-input.tsx';

const choices: Record<OrderMessageKind, { label: string; description: string }> = {
  placed: {
    label: 'Order confirmed',
    description: 'When an order is placed and paid, or payable on delivery',
  },
  changed: {
    label: 'Order changed',
    description: 'When items are short, substituted or removed, or the address or time changes',
  },
  ready: { label: 'Ready for pickup', description: 'With the address and the pickup code' },
  onTheWay: { label: 'Out for delivery', description: 'With the driver and the code for the door' },
  notDelivered: { label: 'Delivery failed', description: 'When a driver could not deliver the order' },
  delivered: { label: 'Delivered', description: 'With the receipt' },
  cancelled: {
    label: 'Order cancelled',
    description: 'When an order is cancelled, rejected or not paid in time',
  },
  refunded: { label: 'Refund sent', description: 'With the amount and where it was refunded to' },
  returnStep: {
    label: 'Return update',
    description: 'When a return is requested, approved, declined, received or completed',
  },
};

/** Messages to customers: order messages with their texts, and the sending rate of bulk messages. */
export function MessagesTab({ form }: { form: SettingsForm }) {
  return (
    <>
      <OrderMessages form={form} />
      <FormSection
        title="Messages to many customers"
        text="Only customers who agreed to marketing get them. Write them under Messages."
      >
        <WholeInput
          label="Ask for the password above"
          counts="recipients"
          {...form.getInputProps('bulkMessages.confirmAbove')}
        />
        <WholeInput
          label="Send at most"
          description="Email providers refuse or delay what exceeds their limit"
          counts="per minute"
          {...form.getInputProps('bulkMessages.perMinute')}
        />
        <Switch
          label="Count clicks on buttons"
          description="The link leads through this server, which notes who clicked first. Turn it off if customers agreed only to the messages."
          color="teal"
          {...form.getInputProps('countMessageClicks', { type: 'checkbox' })}
        />
      </FormSection>
    </>
  );
}

function OrderMessages({ form }: { form: SettingsForm }) {
  const [edited, setEdited] = useState<OrderMessageKind | null>(null);
  const isSetUp = useProviders();
  const hasText = (kind: OrderMessageKind) => form.values.orderMessages.templates[kind] !== undefined;
  return (
    <FormSection
      title="Messages about orders"
      text="Sent automatically. Each order shows which ones were sent, and whether they arrived."
    >
      {orderMessageKinds.map((kind) => {
        const { label, description } = choices[kind];
        return (
          <fieldset key={kind} className={classes.orderMessage}>
            <legend>{label}</legend>
            <Text size="sm" c="dimmed">
              {description}
            </Text>
            <div className="row wrap gap-2 gap-x-6 mt-2">
              <Switch
                label="Email"
                color="teal"
                {...form.getInputProps(`orderEmails.${kind}`, { type: 'checkbox' })}
              />
              {(['sms', 'push'] as const)
                .filter((channel) => isSetUp(channel))
                .map((channel) => (
                  <Switch
                    key={channel}
                    label={channel === 'sms' ? 'Text message' : 'Push'}
                    color="teal"
                    {...form.getInputProps(`orderMessages.${channel}.${kind}`, { type: 'checkbox' })}
                  />
                ))}
              <Button
                variant="subtle"
                color="teal"
                size="compact-sm"
                ml="auto"
                aria-label={`Edit text: ${label}`}
                onClick={() => setEdited(kind)}
              >
                {hasText(kind) ? 'Edit custom text' : 'Edit text'}
              </Button>
            </div>
          </fieldset>
        );
      })}
      {edited && (
        <MessageTextDialog
          kind={edited}
          label={choices[edited].label}
          template={form.values.orderMessages.templates[edited]}
          onClose={() => setEdited(null)}
          onChange={(template) => form.setFieldValue(`orderMessages.templates.${edited}`, template)}
        />
      )}
    </FormSection>
  );
}

/** The channels besides email that have a provider. */
function useProviders() {
  const canReadChannels = useCan('customer_list');
  const { data } = useQuery({
    ...read(messageRoutes.channels, {}),
    enabled: canReadChannels,
    meta: { quiet: true },
  });
  return (channel: 'sms' | 'push'): boolean => data?.channels.includes(channel) ?? false;
}
