import { type GiftCard, GiftCardReplacement, giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import { Modal, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { ShortForm } from '../../ui/form/short-dialog.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { RecipientFields, recipientOf } from './recipient-fields.tsx';

/** Gives a card a new code, which is emailed, or else shown for the only time. */
export function ReplaceDialog({ giftCard, onClose }: { giftCard: GiftCard; onClose: () => void }) {
  const replacing = useWrite(giftCardRoutes.replace);
  // The card changes while the new code is shown.
  const [{ _id: id, number, version, recipient }] = useState(giftCard);
  const [values, setValues] = useState({
    reason: '',
    name: recipient?.name ?? '',
    email: recipient?.email ?? '',
  });
  const inputOf = ({ reason, ...to }: typeof values) => ({ reason, recipient: recipientOf(to), version });
  const form = useZodForm(GiftCardReplacement, () => inputOf(values));
  const change = (patch: Partial<typeof values>) => {
    const next = { ...values, ...patch };
    setValues(next);
    form.setValues(inputOf(next));
  };
  const replace = () =>
    form.submit(async (body) => {
      const { code } = await replacing.mutateAsync({ params: { id }, body });
      if (!code) onClose();
    });
  const code = replacing.data?.code;
  return (
    <Modal
      opened
      onClose={onClose}
      title={code ? `Copy the new code of ${number} now` : `Replace code of ${number}?`}
      closeOnClickOutside={!code}
      closeOnEscape={!code}
    >
      {code ? (
        <SecretOnce label="Code" value={code} onClose={onClose} />
      ) : (
        <ShortForm
          form={form}
          submit="Replace code"
          isRunning={replacing.isPending}
          disabled={!values.reason.trim()}
          onSubmit={replace}
          onClose={onClose}
        >
          <Text>
            It gets a new code with the same balance. The old code and its link stop working at once.
          </Text>
          <TextInput
            label="Reason"
            withAsterisk
            data-autofocus
            maxLength={300}
            value={values.reason}
            error={form.errors.reason}
            onChange={(event) => change({ reason: event.currentTarget.value })}
          />
          <RecipientFields values={values} errors={form.errors} onChange={change} />
        </ShortForm>
      )}
    </Modal>
  );
}
