import {
  GiftCardInput,
  type GiftCardKind,
  giftCardKindLabels,
  giftCardKinds,
  giftCardPaymentLabels,
  giftCardRoutes,
} from '@aisle/contract/customers/gift-cards';
import { Modal, SegmentedControl, Select, TextInput } from '@mantine/core';
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
  expiresOn: null as string | null,
  method: 'cash',
  reference: '',
};

/** Issues a gift card, and shows its code for the only time. */
export function NewGiftCard({ onClose }: { onClose: () => void }) {
  const issuing = useWrite(giftCardRoutes.create);
  const [values, setValues] = useState(blank);
  const form = useZodForm(GiftCardInput, () => inputOf(values));
  const change = (patch: Partial<typeof blank>) => {
    const next = { ...values, ...patch };
    setValues(next);
    form.setValues(inputOf(next));
  };
  const made = issuing.data;
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
          submit="Issue gift card"
          isRunning={issuing.isPending}
          onSubmit={() => form.submit((body) => issuing.mutateAsync({ body }))}
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
                error={form.errors['payment.reference']}
                onChange={(event) => change({ reference: event.currentTarget.value })}
              />
            </>
          )}
          <TextInput
            label="Recipient"
            value={values.name}
            error={form.errors['recipient.name']}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <DateInput
            label="Last day"
            description={
              isSold
                ? 'Leave empty if it never expires. Sold cards last at least five years'
                : 'Leave empty if it never expires'
            }
            value={values.expiresOn}
            error={form.errors.expiresOn}
            onChange={(expiresOn) => change({ expiresOn })}
          />
        </ShortForm>
      )}
    </Modal>
  );
}

const inputOf = ({ kind, amount, name, expiresOn, method, reference }: typeof blank) => ({
  kind,
  amount,
  recipient: name.trim() ? { name } : undefined,
  expiresOn: expiresOn ?? undefined,
  payment: kind === 'sold' ? { method, reference } : undefined,
});
