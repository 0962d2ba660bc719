import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

/** Without an email, the code is shown on the screen. */
export const recipientOf = ({ name, email }: { name: string; email: string }) =>
  name.trim() || email.trim() ? { name, ...(email.trim() && { email }) } : undefined;

interface RecipientFieldsProps {
  values: { name: string; email: string };
  errors: Readonly<Record<string, ReactNode>>;
  onChange: (patch: { name?: string; email?: string }) => void;
}
export const RecipientFields = ({ values, errors, onChange }: RecipientFieldsProps) => (
  <>
    <TextInput
      label="Recipient"
      withAsterisk={values.email !== ''}
      data-path="recipient.name"
      value={values.name}
      error={errors['recipient.name']}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
    />
    <TextInput
      label="Recipient's email"
      type="email"
      description="Gets a link to the code. Leave empty to see the code here"
      data-path="recipient.email"
      value={values.email}
      error={errors['recipient.email']}
      onChange={(event) => onChange({ email: event.currentTarget.value })}
    />
  </>
);
