import { GiftCardBatchInput, giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { JobWatch } from '../../ui/feedback/job-watch.tsx';
import { QuantityInput } from '../../ui/form/fields/inputs.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { DownloadCodes } from './download-codes.tsx';
import { blankIssue, IssueFields, issueInput } from './issue-fields.tsx';

const blank = { ...blankIssue, count: null as number | null, message: '' };
const inputOf = ({ count, message, ...issue }: typeof blank) => ({ ...issueInput(issue), count, message });

const title = 'Issue many gift cards';
/** Issues many cards that are alike, for example to print them. Their codes can be downloaded once. */
export function IssueMany({ onClose }: { onClose: () => void }) {
  const issuing = useWrite(giftCardRoutes.bulkCreate);
  const [values, setValues] = useState(blank);
  const form = useZodForm(GiftCardBatchInput, () => inputOf(values));
  const change = (patch: Partial<typeof blank>) => {
    const next = { ...values, ...patch };
    setValues(next);
    form.setValues(inputOf(next));
  };
  async function issue(): Promise<void> {
    try {
      await form.submit((body) => issuing.mutateAsync({ body }));
    } catch {
      // A toast reports the error.
    }
  }
  const job = issuing.data;
  if (job) {
    return (
      <Modal opened onClose={onClose} title={title}>
        <Stack gap="md">
          <JobWatch id={job._id}>
            <Text mb="sm">The codes can be downloaded once, here or from one of the cards.</Text>
            <DownloadCodes batchId={job._id} />
          </JobWatch>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </Group>
        </Stack>
      </Modal>
    );
  }
  return (
    <FormDialog
      form={form}
      title={title}
      size="md"
      submit="Issue gift cards"
      isRunning={issuing.isPending}
      onSubmit={issue}
      onClose={onClose}
    >
      <QuantityInput
        label="Number of cards"
        description="Up to 10,000"
        withAsterisk
        data-path="count"
        value={values.count}
        error={form.errors.count}
        onChange={(count) => change({ count })}
      />
      <IssueFields values={values} errors={form.errors} onChange={change} />
      <Textarea
        label="Message"
        description="Printed on the cards"
        autosize
        minRows={2}
        maxRows={6}
        data-path="message"
        value={values.message}
        error={form.errors.message}
        onChange={(event) => change({ message: event.currentTarget.value })}
      />
    </FormDialog>
  );
}
