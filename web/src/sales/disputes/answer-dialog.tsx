import { formatMoney } from '@aisle/contract/core/money';
import { type Dispute, disputeRoutes } from '@aisle/contract/sales/disputes';
import { Text } from '@mantine/core';
import { useWrite } from '../../core/api.ts';
import { ShortDialog } from '../../ui/form/short-dialog.tsx';

interface AnswerDialogProps {
  dispute: Dispute;
  /** Accepts the dispute instead of submitting the evidence. */
  accept: boolean;
  onClose: () => void;
}
/** Confirms the only answer that the provider takes. */
export function AnswerDialog({ dispute, accept, onClose }: AnswerDialogProps) {
  const { _id, number, version, amount, status } = dispute;
  const submit = useWrite(disputeRoutes.submit);
  async function send(): Promise<void> {
    await submit.mutateAsync({ params: { id: _id }, body: { version, ...(accept && { accept }) } });
    onClose();
  }
  const kept = status === 'inquiry' ? 'The inquiry is closed.' : `The customer keeps ${formatMoney(amount)}.`;
  return (
    <ShortDialog
      title={accept ? `Accept ${number}?` : `Submit the evidence of ${number}?`}
      submit={accept ? 'Accept dispute' : 'Submit evidence'}
      isRunning={submit.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <Text>
        {accept
          ? `${kept} This can't be undone.`
          : 'The bank sees the evidence as it is now. You can submit it only once.'}
      </Text>
    </ShortDialog>
  );
}
