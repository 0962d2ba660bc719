import type { DeliverySlot } from '@aisle/contract/system/settings';
import { Select, Text, TextInput } from '@mantine/core';
import { AddButton } from '../../../ui/form/add-button.tsx';
import { MoneyInput } from '../../../ui/form/fields/inputs.tsx';
import { FormSection } from '../../../ui/form/form-page.tsx';
import { RemoveButton } from '../../../ui/form/remove-button.tsx';
import classes from '../settings.module.css';
import type { SettingsForm } from '../settings.tsx';
import { weekdays } from '../weekdays.ts';
import { WholeInput } from './whole-input.tsx';

const days = [{ value: '', label: 'Every day' }, ...weekdays];

export function DeliveryTab({ form }: { form: SettingsForm }) {
  const { slots } = form.values.deliveryInfo;
  const setSlots = (next: DeliverySlot[]) => form.setFieldValue('deliveryInfo.slots', next);
  const set = (at: number, patch: Partial<DeliverySlot>) =>
    setSlots(slots.map((slot, index) => (index === at ? { ...slot, ...patch } : slot)));
  const last = slots.at(-1);
  return (
    <>
      <FormSection title="Fee" text="What customers pay for delivery. Locations can have custom fees.">
        <MoneyInput label="Base fee" maw={240} {...form.getInputProps('deliveryInfo.feeBase')} />
        <MoneyInput label="Fee per mile" maw={240} {...form.getInputProps('deliveryInfo.feePerMile')} />
        <MoneyInput
          label="Free from"
          description="Leave empty to always charge"
          maw={240}
          {...form.getInputProps('deliveryInfo.freeAbove')}
        />
      </FormSection>
      <FormSection
        title="Slots"
        text="Delivery windows in the store's time zone. Without slots, orders are delivered as soon as possible."
      >
        {slots.length === 0 && <Text c="dimmed">No slots. Orders are delivered as soon as possible.</Text>}
        {slots.map((slot, at) => {
          const path = `deliveryInfo.slots.${at}`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a slot has no id, and its times are being typed
            <div key={at} className={classes.slot}>
              <Select
                aria-label={`Day of slot ${at + 1}`}
                data={days}
                value={slot.day === undefined ? '' : String(slot.day)}
                onChange={(day) => set(at, { day: day ? Number(day) : undefined })}
              />
              <TextInput
                type="time"
                aria-label={`Slot ${at + 1} from`}
                data-path={`${path}.from`}
                error={form.errors[`${path}.from`]}
                value={slot.from}
                onChange={(event) => set(at, { from: event.currentTarget.value })}
              />
              <TextInput
                type="time"
                aria-label={`Slot ${at + 1} to`}
                data-path={`${path}.to`}
                error={form.errors[`${path}.to`]}
                value={slot.to}
                onChange={(event) => set(at, { to: event.currentTarget.value })}
              />
              <RemoveButton
                label={`Remove slot ${at + 1}`}
                onClick={() => setSlots(slots.filter((_, index) => index !== at))}
              />
            </div>
          );
        })}
        <AddButton
          onClick={() =>
            setSlots([
              ...slots,
              { day: last?.day, from: last?.to ?? '08:00', to: later(last?.to ?? '08:00') },
            ])
          }
        >
          Add slot
        </AddButton>
      </FormSection>
      <FormSection
        title="Drivers"
        text="Offers without a response return to the queue. Earnings are set when an order is offered."
      >
        <WholeInput
          label="Minutes to respond to an offer"
          counts="min"
          {...form.getInputProps('dispatch.offerMinutes')}
        />
        <MoneyInput
          label="Earnings per delivery"
          maw={240}
          {...form.getInputProps('dispatch.payPerDelivery')}
        />
        <MoneyInput label="Earnings per mile" maw={240} {...form.getInputProps('dispatch.payPerMile')} />
      </FormSection>
    </>
  );
}

/** Two hours later, but not past midnight. */
const later = (time: string): string => {
  const hour = Math.min(Number(time.slice(0, 2)) + 2, 23);
  return `${String(hour).padStart(2, '0')}:${hour === 23 ? '59' : time.slice(3)}`;
};
