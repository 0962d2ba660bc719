import { formatMoney } from '@aisle/contract/core/money';
import { moneyOf, type Refund, type RefundStep, refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { withoutToast } from '../../core/notice.tsx';
import { ShortDialog } from '../../ui/form/short-dialog.tsx';

/** Records that the customer received the money, with its receipt number. */
export function PaidBackDialog({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const stepping = useWrite(refundRoutes.updateStatus);
  const [reference, setReference] = useState('');
  const [reached, setReached] = useState<Pick<Refund, 'status' | 'version'>>(refund);
  const step = (body: RefundStep) => stepping.mutateAsync({ params: { id: refund._id }, body });
  async function payBack(): Promise<void> {
    const written = reference.trim();
    let { status, version } = reached;
    if (status === 'refundInitiated') {
      ({ status, version } = await withoutToast(() => step({ status: 'refundProcessing', version })));
      // If the second step fails, only that step is repeated.
      setReached({ status, version });
    }
    await step({ status: 'refunded', version, ...(written && { reference: written }) });
  }
  // Failures appear in a toast.
  const submit = () => payBack().then(onClose, () => undefined);
  return (
    <ShortDialog
      title={`Refunded ${formatMoney(moneyOf(refund))} in cash?`}
      size="sm"
      submit="Mark as refunded"
      isRunning={stepping.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>Confirm that the customer has the money. The sale and its coins are reversed.</Text>
      <TextInput
        label="Reference"
        description="Receipt or transfer number, if there is one"
        data-autofocus
        maxLength={200}
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
    </ShortDialog>
  );
}
