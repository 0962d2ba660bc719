import { Group, Stack, TextInput } from '@mantine/core';
import type { AddressValues } from '../../ui/form/fields/address-fields.tsx';
import { AddressInput } from '../locations/address-input.tsx';

interface DeliveryAddressProps {
  value: AddressValues;
  /** Errors by path: "address.city". */
  errors: Readonly<Record<string, string>>;
  onChange: (address: AddressValues) => void;
}

/** The coordinates of a suggestion become invalid when the address is edited. */
const unlocated = { latitude: null, longitude: null };

/** The fields of a delivery address, with the coordinates of the selected suggestion. */
export function DeliveryAddressFields({ value, errors, onChange }: DeliveryAddressProps) {
  const field = (name: 'line2' | 'city' | 'state' | 'postalCode') => ({
    value: value[name],
    error: errors[`address.${name}`],
    onChange: (event: { currentTarget: { value: string } }) => {
      // An apartment has the coordinates of its house.
      const point = name === 'line2' ? {} : unlocated;
      onChange({ ...value, ...point, [name]: event.currentTarget.value });
    },
  });
  return (
    <Stack gap="sm">
      <Group gap="md" align="flex-start">
        <AddressInput
          withAsterisk
          style={{ flex: '2 1 220px' }}
          value={value.line1}
          error={errors['address.line1']}
          onChange={(line1) => onChange({ ...value, ...unlocated, line1 })}
          onPick={({ label: _, ...picked }) => onChange({ ...value, ...picked })}
        />
        <TextInput label="Address line 2" style={{ flex: '1 1 120px' }} {...field('line2')} />
      </Group>
      <Group gap="md" align="flex-start">
        <TextInput label="City" withAsterisk style={{ flex: '2 1 160px' }} {...field('city')} />
        <TextInput label="State" withAsterisk style={{ flex: '1 1 70px' }} {...field('state')} />
        <TextInput label="Postal code" withAsterisk style={{ flex: '1 1 96px' }} {...field('postalCode')} />
      </Group>
    </Stack>
  );
}
