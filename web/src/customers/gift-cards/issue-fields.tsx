import {
  type GiftCardKind,
  giftCardKindLabels,
  giftCardKinds,
  giftCardPaymentLabels,
} from '@aisle/contract/customers/gift-cards';
import { SegmentedControl, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateInput } from '../../ui/form/fields/date-input.tsx';
import { MoneyInput } from '../../ui/form/fields/inputs.tsx';

const kinds = giftCardKinds.map((value) => ({ value, label: giftCardKindLabels[value] }));
const methods = Object.entries(giftCardPaymentLabels).map(([value, label]) => ({ value, label }));

export const blankIssue = {
  kind: 'sold' as GiftCardKind,
  amount: null as number | null,
  expiresOn: null as string | null,
  method: 'cash',
  reference: '',
};
type Issue = typeof blankIssue;
export const issueInput = ({ kind, amount, expiresOn, method, reference }: Issue) => ({
  kind,
  amount,
  expiresOn: expiresOn ?? undefined,
  payment: kind === 'sold' ? { method, reference } : undefined,
});

interface IssueFieldsProps {
  values: Issue;
  errors: Readonly<Record<string, ReactNode>>;
  onChange: (patch: Partial<Issue>) => void;
}
/** Fields for the value of a card and its payment. */
export function IssueFields({ values, errors, onChange }: IssueFieldsProps) {
  const isSold = values.kind === 'sold';
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label="Kind"
        data={kinds}
        value={values.kind}
        onChange={(kind) => onChange({ kind: kind as GiftCardKind })}
      />
      <MoneyInput
        label="Amount"
        withAsterisk
        data-autofocus
        data-path="amount"
        value={values.amount}
        error={errors.amount}
        onChange={(amount) => onChange({ amount })}
      />
      {isSold && (
        <>
          <Select
            label="Paid by"
            withAsterisk
            allowDeselect={false}
            data={methods}
            value={values.method}
            onChange={(method) => onChange({ method: method ?? 'cash' })}
          />
          <TextInput
            label="Reference"
            description="Receipt number, if there is one"
            data-path="payment.reference"
            value={values.reference}
            error={errors['payment.reference']}
            onChange={(event) => onChange({ reference: event.currentTarget.value })}
          />
        </>
      )}
      <DateInput
        label="Last day"
        description={
          isSold
            ? 'Leave empty if it never expires. Sold cards last at least five years'
            : 'Leave empty if it never expires'
        }
        data-path="expiresOn"
        value={values.expiresOn}
        error={errors.expiresOn}
        onChange={(expiresOn) => onChange({ expiresOn })}
      />
    </>
  );
}
