import { Anchor } from '@mantine/core';

/** Rings at a touch, on whatever can. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <Anchor href={`tel:${phone}`} inherit>
    {phone}
  </Anchor>
);

export const EmailLink = ({ email }: { email: string }) => (
  <Anchor href={`mailto:${email}`} inherit>
    {email}
  </Anchor>
);

interface Address {
  line1: string;
  line2?: string | null | undefined;
  city: string;
  state: string;
  postalCode: string;
}
/** The street on one line, the town on the next. */
export const AddressText = ({ address: { line1, line2, city, state, postalCode } }: { address: Address }) => (
  <>
    {line1}
    {line2 && `, ${line2}`}
    <br />
    {city}, {state} {postalCode}
  </>
);
