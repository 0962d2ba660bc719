import {
  GiftCardInput,
  type GiftCardKind,
  giftCardKindLabels,
  giftCardKinds,
  giftCardPaymentLabels,
  giftCardRoutes,
} from '@aisle/contract/customers/gift-cards';
import { Modal, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { DateInput } from '../../ui/form/fields/date-input.tsx';
import { MoneyInput } from '../../ui/form/fields/inputs.tsx';
import { ShortForm } from '../../ui/form/short-dialog.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { SecretOnce } from '../../ui/secret-once.tsx';

const kinds = giftCardKinds.map((value) => ({ value, label: giftCardKindLabels[value] }));
const methods = Object.entries(giftCardPaymentLabels).map(([value, label]) => ({ value, label }));
const blank = {
  kind: 'sold' as GiftCardKind,
  amount: null as number | null,
  name: '',
  email: '',
  message: '',
  sendOn: null as string | null,
  expiresOn: null as string | null,
  method: 'cash',
  reference: '',
};

/** Issues a gift card. Its code is emailed, or else shown for the only time. */
export function NewGiftCard({ onClose }: { onClose: () => void }) {
  const issuing = useWrite(giftCardRoutes.create);
  const [values, setValues] = useState(blank);
  const form = useZodForm(GiftCardInput, () => inputOf(values));
  const change = (patch: Partial<typeof blank>) => {
    const next = { ...values, ...patch };
    setValues(next);
    form.setValues(inputOf(next));
  };
  const issue = () =>
    form.submit(async (body) => {
      const { code } = await issuing.mutateAsync({ body });
      if (!code) onClose();
    });
  const made = issuing.data?.code ? issuing.data : undefined;
  const isSold = values.kind === 'sold';
  return (
    <Modal
      opened
      onClose={onClose}
      title={made ? `Copy the code of ${made.number} now` : 'New gift card'}
      // The code can't be shown again, so the dialog doesn't close by accident.
      closeOnClickOutside={!made}
      closeOnEscape={!made}
    >
      {made ? (
        <SecretOnce
          label="Code"
          value={made.code ?? ''}
          note="Write it on the card or give it to the customer. If it is lost, replace the card."
          onClose={onClose}
        />
      ) : (
        <ShortForm
          form={form}
          submit="Issue gift card"
          isRunning={issuing.isPending}
          onSubmit={issue}
          onClose={onClose}
        >
          <SegmentedControl
            fullWidth
            aria-label="Kind"
            data={kinds}
            value={values.kind}
            onChange={(kind) => change({ kind: kind as GiftCardKind })}
          />
          <MoneyInput
            label="Amount"
            withAsterisk
            data-autofocus
            value={values.amount}
            data-path="amount"
            error={form.errors.amount}
            onChange={(amount) => change({ amount })}
          />
          {isSold && (
            <>
              <Select
                label="Paid by"
                withAsterisk
                allowDeselect={false}
                data={methods}
                value={values.method}
                onChange={(method) => change({ method: method ?? 'cash' })}
              />
              <TextInput
                label="Reference"
                description="Receipt number, if there is one"
                value={values.reference}
                data-path="payment.reference"
                error={form.errors['payment.reference']}
                onChange={(event) => change({ reference: event.currentTarget.value })}
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
            value={values.expiresOn}
            data-path="expiresOn"
            error={form.errors.expiresOn}
            onChange={(expiresOn) => change({ expiresOn })}
          />
          <RecipientFields values={values} errors={form.errors} onChange={change} />
          {values.email && (
            <>
              <Textarea
                label="Message"
                description="From the person who gives the card"
                autosize
                minRows={2}
                maxRows={6}
                value={values.message}
                data-path="message"
                error={form.errors.message}
                onChange={(event) => change({ message: event.currentTarget.value })}
              />
              <DateInput
                label="Email on"
                description="Leave empty to email it now"
                value={values.sendOn}
                data-path="sendOn"
                error={form.errors.sendOn}
                onChange={(sendOn) => change({ sendOn })}
              />
            </>
          )}
        </ShortForm>
      )}
    </Modal>
  );
}

/** Without an email, the code is shown on the screen. */
export const recipientOf = ({ name, email }: { name: string; email: string }) =>
  name.trim() || email.trim() ? { name, ...(email.trim() && { email }) } : undefined;

interface RecipientFieldsProps {
  values: { name: string; email: string };
  errors: Readonly<Record<string, React.ReactNode>>;
  onChange: (patch: { name?: string; email?: string }) => void;
}
export const RecipientFields = ({ values, errors, onChange }: RecipientFieldsProps) => (
  <>
    <TextInput
      label="Recipient"
      withAsterisk={values.email !== ''}
      value={values.name}
      data-path="recipient.name"
      error={errors['recipient.name']}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
    />
    <TextInput
      label="Recipient's email"
      type="email"
      description="Gets a link to the code. Leave empty to see the code here"
      value={values.email}
      data-path="recipient.email"
      error={errors['recipient.email']}
      onChange={(event) => onChange({ email: event.currentTarget.value })}
    />
  </>
);

const inputOf = ({ kind, amount, message, sendOn, expiresOn, method, reference, ...to }: typeof blank) => ({
  kind,
  amount,
  recipient: recipientOf(to),
  message: to.email.trim() ? message : undefined,
  sendOn: (to.email.trim() && sendOn) || undefined,
  expiresOn: expiresOn ?? undefined,
  payment: kind === 'sold' ? { method, reference } : undefined,
});
