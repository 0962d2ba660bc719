import { isTimeZone } from '@aisle/contract/core/dates';
import type { Location } from '@aisle/contract/locations/locations';
import type { OpeningRules } from '@aisle/contract/locations/opening';
import { Switch } from '@mantine/core';
import { MoneyInput } from '../../../ui/form/fields/inputs.tsx';
import { FormSection } from '../../../ui/form/form-page.tsx';
import { SlotFields } from '../delivery/slot-fields.tsx';
import classes from '../locations.module.css';
import { AreaFields } from './area-fields.tsx';
import type { FormOfLocation } from './location-values.ts';

interface DeliverySectionProps {
  form: FormOfLocation;
  location: Location | undefined;
  place: OpeningRules;
}
export function DeliverySection({ form, location, place }: DeliverySectionProps) {
  const { ownFee, ownSlots } = form.values;
  return (
    <FormSection title="Delivery and pickup">
      <AreaFields form={form} location={location} />
      <MoneyInput
        label="Minimum order"
        placeholder="Marketplace default"
        maw={240}
        {...form.getInputProps('minimumOrder')}
      />
      <Switch
        label="Customers can pick up orders"
        color="teal"
        {...form.getInputProps('acceptsPickup', { type: 'checkbox' })}
      />
      <Switch
        label="Custom delivery fees"
        description="Uses marketplace fees when off"
        color="teal"
        {...form.getInputProps('ownFee', { type: 'checkbox' })}
      />
      {ownFee && (
        <div className={`grid align-start gap-3 gap-x-4 ${classes.pair}`}>
          <MoneyInput label="Base fee" {...form.getInputProps('deliveryFee.base')} />
          <MoneyInput label="Fee per mile" {...form.getInputProps('deliveryFee.perMile')} />
          <MoneyInput
            label="Free from"
            placeholder="Never"
            {...form.getInputProps('deliveryFee.freeAbove')}
          />
        </div>
      )}
      <Switch
        label="Custom delivery slots"
        description="Uses marketplace slots when off"
        color="teal"
        {...form.getInputProps('ownSlots', { type: 'checkbox' })}
      />
      {ownSlots && isTimeZone(place.timeZone) && (
        <SlotFields
          rule={form.values.deliverySlots}
          place={place}
          inputs={(field) => form.getInputProps(`deliverySlots.${field}`)}
          onLength={(minutes) => form.setFieldValue('deliverySlots.lengthMinutes', minutes)}
        />
      )}
    </FormSection>
  );
}
