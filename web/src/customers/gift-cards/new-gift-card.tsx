import { GiftCardInput, giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import { Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { DateInput } from '../../ui/form/fields/date-input.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { blankIssue, IssueFields, issueInput } from './issue-fields.tsx';
import { RecipientFields, recipientOf } from './recipient-fields.tsx';

const blank = { ...blankIssue, name: '', email: '', message: '', sendOn: null as string | null };

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
  async function issue(): Promise<void> {
    try {
      await form.submit(async (body) => {
        const { code } = await issuing.mutateAsync({ body });
        if (!code) onClose();
      });
    } catch {
      // A toast reports the error.
    }
  }
  const made = issuing.data;
  if (made?.code) {
    return (
      <Modal
        opened
        onClose={onClose}
        title={`Copy the code of ${made.number} now`}
        // The code can't be shown again, so the dialog doesn't close by accident.
        closeOnClickOutside={false}
        closeOnEscape={false}
      >
        <SecretOnce
          label="Code"
          value={made.code}
          note="Write it on the card or give it to the customer. If it is lost, replace the card."
          onClose={onClose}
        />
      </Modal>
    );
  }
  return (
    <FormDialog
      form={form}
      title="New gift card"
      size="md"
      submit="Issue gift card"
      isRunning={issuing.isPending}
      onSubmit={issue}
      onClose={onClose}
    >
      <IssueFields values={values} errors={form.errors} onChange={change} />
      <RecipientFields values={values} errors={form.errors} onChange={change} />
      {values.email && (
        <>
          <Textarea
            label="Message"
            description="From the person who gives the card"
            autosize
            minRows={2}
            maxRows={6}
            data-path="message"
            value={values.message}
            error={form.errors.message}
            onChange={(event) => change({ message: event.currentTarget.value })}
          />
          <DateInput
            label="Email on"
            description="Leave empty to email it now"
            data-path="sendOn"
            value={values.sendOn}
            error={form.errors.sendOn}
            onChange={(sendOn) => change({ sendOn })}
          />
        </>
      )}
    </FormDialog>
  );
}

const inputOf = ({ message, sendOn, name, email, ...issue }: typeof blank) => ({
  ...issueInput(issue),
  recipient: recipientOf({ name, email }),
  message: email.trim() ? message : undefined,
  sendOn: (email.trim() && sendOn) || undefined,
});
