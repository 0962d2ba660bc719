import { Group, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

/** The values of address fields; an empty text means no value. */
export interface AddressValues {
  [name: string]: unknown;
  line1: string;
  line2: string;
  city: string;
  state: string;
  postalCode: string;
}
interface AddressLike {
  line1: string;
  line2?: string | null | undefined;
  city: string;
  state: string;
  postalCode: string;
}
export const addressValues = (address?: AddressLike | null): AddressValues => ({
  line1: address?.line1 ?? '',
  line2: address?.line2 ?? '',
  city: address?.city ?? '',
  state: address?.state ?? '',
  postalCode: address?.postalCode ?? '',
});
export const isBlankAddress = (address: AddressValues): boolean =>
  Object.values(addressValues(address)).every((text) => String(text).trim() === '');

interface AddressFieldsProps {
  form: Pick<UseFormReturnType<never>, 'getInputProps'>;
  /** The path of the address in the form, with a dot: "address."; empty at the top level. */
  path: string;
  required?: boolean;
}
export function AddressFields({ form, path, required = false }: AddressFieldsProps) {
  // This component works in any form, so the compiler can't check the paths.
  const field = (name: string) => form.getInputProps(`${path}${name}` as never);
  return (
    <>
      <TextInput label="Address" withAsterisk={required} {...field('line1')} />
      <TextInput label="Address line 2" {...field('line2')} />
      <Group gap="md" align="flex-start">
        <TextInput label="City" withAsterisk={required} style={{ flex: '2 1 160px' }} {...field('city')} />
        <TextInput label="State" withAsterisk={required} style={{ flex: '1 1 70px' }} {...field('state')} />
        <TextInput
          label="Postal code"
          withAsterisk={required}
          style={{ flex: '1 1 96px' }}
          {...field('postalCode')}
        />
      </Group>
    </>
  );
}
