import { formatMoney } from '@aisle/contract/core/money';
import type { Refund } from '@aisle/contract/sales/refunds';
import { refundRoutes } from '@aisle/contract/sales/refunds';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';

/** The customer has the money: what proves it is noted, and the books follow. */
export function PaidBackDialog({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const stepping = useWrite(refundRoutes.updateStatus);
  const [reference, setReference] = useState('');
  async function submit(): Promise<void> {
    const written = reference.trim();
    await stepping
      .mutateAsync({
        params: { id: refund._id },
        body: { status: 'refunded', version: refund.version, ...(written && { reference: written }) },
      })
      .then(onClose)
      .catch(() => undefined);
  }
  return (
    <Modal opened onClose={onClose} title={`${formatMoney(refund.amount)} paid back?`} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <Text>The customer has the money. The sale is taken back in the books, and so are its coins.</Text>
          <TextInput
            label="Reference"
            description="Of a receipt or a transfer, if there is one"
            data-autofocus
            maxLength={200}
            value={reference}
            onChange={(event) => setReference(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Not yet
            </Button>
            <Button type="submit" loading={stepping.isPending}>
              Paid back
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
