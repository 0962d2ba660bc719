import { formatPhone, storedPhone } from '@aisle/contract/core/phones';
import { type FieldProps, TypedField } from './typed-field.tsx';

/** A phone number in any format, shown as "(512) 555-0199" when the field loses the focus. */
export const PhoneInput = (props: FieldProps<string>) => (
  <TypedField
    label="Phone"
    inputMode="tel"
    autoComplete="off"
    {...props}
    toText={formatPhone}
    parse={(text) => (text.trim() === '' ? '' : storedPhone(text))}
    unreadable=""
  />
);
