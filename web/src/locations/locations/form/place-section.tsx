import { usTimeZone } from '@aisle/contract/core/us-time-zone';
import { useEffect, useRef } from 'react';
import { AddressFields } from '../../../ui/form/fields/address-fields.tsx';
import { parseDecimal } from '../../../ui/form/fields/parse-decimal.ts';
import { TimeZoneSelect } from '../../../ui/form/fields/time-zone-select.tsx';
import { type FieldProps, TypedField } from '../../../ui/form/fields/typed-field.tsx';
import { FormSection } from '../../../ui/form/form-page.tsx';
import { longZoneName } from '../../../ui/values/time-zones.ts';
import classes from '../locations.module.css';
import { CoordinateTools } from './coordinate-tools.tsx';
import { browserTimeZone, type FormOfLocation } from './location-values.ts';
import { PositionMap } from './position-map.tsx';

/** The address, coordinates and time zone of the location. */
export function AddressSection({ form }: { form: FormOfLocation }) {
  const zone = useZoneOfAddress(form);
  return (
    <FormSection title="Address and map position" text="Straight-line distances start here.">
      <AddressFields form={form} path="address." required />
      <CoordinateTools form={form} />
      <div className={`grid align-start gap-3 gap-x-4 ${classes.pair}`}>
        <DegreesInput
          label="Latitude"
          withAsterisk
          placeholder="41.8819"
          {...form.getInputProps('latitude')}
        />
        <DegreesInput
          label="Longitude"
          withAsterisk
          placeholder="-87.6278"
          {...form.getInputProps('longitude')}
        />
      </div>
      <PositionMap form={form} />
      <TimeZoneSelect withAsterisk description={zone.hint} {...form.getInputProps('timeZone')} />
    </FormSection>
  );
}

/** A new location gets the time zone of its address, until the user chooses another one. */
function useZoneOfAddress(form: FormOfLocation): { hint: string | undefined } {
  const { address, timeZone } = form.values;
  const found = usTimeZone(address);
  const applied = useRef(browserTimeZone());
  const { isNew, setFieldValue } = form;
  useEffect(() => {
    if (!isNew || !found || timeZone !== applied.current) return;
    applied.current = found;
    if (found !== timeZone) setFieldValue('timeZone', found);
  }, [isNew, found, timeZone, setFieldValue]);
  if (!found) return { hint: undefined };
  const name = longZoneName(found);
  if (timeZone === found) return { hint: `${name}, from the address` };
  return { hint: longZoneName(timeZone) === name ? undefined : `The address is in ${name}` };
}

const upTo6 = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6, useGrouping: false });
const DegreesInput = (props: FieldProps<number>) => (
  <TypedField
    inputMode="text"
    {...props}
    toText={upTo6.format}
    parse={parseDecimal}
    unreadable={Number.NaN}
  />
);
