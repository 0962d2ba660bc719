import { isTimeZone, kmToMiles, milesToKm } from '@aisle/contract/core/dates';
import { type Location, locationRoutes } from '@aisle/contract/locations/locations';
import type { OpenPlace } from '@aisle/contract/locations/opening';
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';
import { useMay } from '../../../core/session.ts';
import { FormSection } from '../../../ui/form/form-page.tsx';
import { MoneyInput } from '../../../ui/form/inputs.tsx';
import { parseDecimal } from '../../../ui/form/parse-decimal.ts';
import { type FieldProps, TypedField } from '../../../ui/form/typed-field.tsx';
import { RadiusMap } from '../delivery/radius-map.tsx';
import { SlotFields } from '../delivery/slot-fields.tsx';
import classes from '../locations.module.css';
import type { FormOfLocation, LocationValues } from './location-values.ts';

interface DeliverySectionProps {
  form: FormOfLocation;
  location: Location | undefined;
  place: OpenPlace;
}
/** How far it delivers, for what, and in which slots. */
export function DeliverySection({ form, location, place }: DeliverySectionProps) {
  const { ownFee, ownSlots } = form.values;
  return (
    <FormSection title="Delivery and pickup">
      {location && <FormRadius location={location} values={form.values} />}
      <div className={classes.pair}>
        <MilesInput label="Delivers within" withAsterisk {...form.getInputProps('deliveryRadiusKm')} />
        <MoneyInput
          label="Minimum order"
          placeholder="Marketplace default"
          {...form.getInputProps('minimumOrder')}
        />
      </div>
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
        <div className={classes.pair}>
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

/** What the radius that is being typed would mean for those who ordered lately. */
function FormRadius({ location, values }: { location: Location; values: LocationValues }) {
  const mayOrders = useMay('order_list');
  const query = useQuery({
    ...read(locationRoutes.deliveries, { params: { id: location._id } }),
    enabled: mayOrders,
    meta: { quiet: true },
  });
  const { latitude, longitude, deliveryRadiusKm: radiusKm } = values;
  const isDrawable = [latitude, longitude, radiusKm].every((one) => one !== null && Number.isFinite(one));
  if (!isDrawable || !radiusKm || radiusKm <= 0) return null;
  return (
    <RadiusMap
      name={location.name}
      latitude={latitude!}
      longitude={longitude!}
      radiusKm={radiusKm}
      places={query.data?.places ?? []}
    />
  );
}

const upTo2 = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, useGrouping: false });
/** Miles on the screen, kilometres in the form. */
const MilesInput = (props: FieldProps<number>) => (
  <TypedField
    inputMode="decimal"
    rightSection="mi"
    rightSectionWidth={36}
    {...props}
    toText={(km) => upTo2.format(kmToMiles(km))}
    parse={(text) => {
      const miles = parseDecimal(text);
      return typeof miles === 'number' ? Math.round(milesToKm(miles) * 1000) / 1000 : miles;
    }}
    unreadable={Number.NaN}
  />
);
