import { type OrderEmailKind, orderEmailKinds } from '@aisle/contract/system/settings';
import { Switch } from '@mantine/core';
import { FormSection } from '../../ui/form/form-page.tsx';
import type { SettingsForm } from './settings.tsx';

const choices: Record<OrderEmailKind, { label: string; description: string }> = {
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
};

/** Which emails customers get about their orders. */
export function EmailsTab({ form }: { form: SettingsForm }) {
  return (
    <FormSection
      title="Customer emails"
      text="Sent automatically to customers with an email address. Each order shows which ones were sent."
    >
      {orderEmailKinds.map((kind) => (
        <Switch
          key={kind}
          label={choices[kind].label}
          description={choices[kind].description}
          color="teal"
          {...form.getInputProps(`orderEmails.${kind}`, { type: 'checkbox' })}
        />
      ))}
    </FormSection>
  );
}
