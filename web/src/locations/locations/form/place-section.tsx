import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { AddressFields } from '../../../ui/form/fields/address-fields.tsx';
import { useListWhenNear } from '../../../ui/form/fields/list-when-near.ts';
import { parseDecimal } from '../../../ui/form/fields/parse-decimal.ts';
import { type FieldProps, TypedField } from '../../../ui/form/fields/typed-field.tsx';
import { FormSection } from '../../../ui/form/form-page.tsx';
import classes from '../locations.module.css';
import { CoordinateTools } from './coordinate-tools.tsx';
import type { FormOfLocation } from './location-values.ts';
import { PositionMap } from './position-map.tsx';

/** The address, coordinates and time zone of the location. */
export function AddressSection({ form }: { form: FormOfLocation }) {
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  const near = useListWhenNear();
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
      <Select
        {...near}
        label="Time zone"
        withAsterisk
        searchable
        limit={50}
        data={zones.includes(form.values.timeZone) ? zones : [form.values.timeZone, ...zones]}
        {...form.getInputProps('timeZone')}
      />
    </FormSection>
  );
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
