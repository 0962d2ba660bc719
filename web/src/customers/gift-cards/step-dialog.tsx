import { formatMoney } from '@aisle/contract/core/money';
import { type GiftCard, giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import { Checkbox, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { ShortDialog } from '../../ui/form/short-dialog.tsx';

export type GiftCardAction = 'freeze' | 'reactivate' | 'void';
export const stepLabels: Record<GiftCardAction, string> = {
  freeze: 'Freeze card',
  reactivate: 'Reactivate card',
  void: 'Void card',
};
const effects: Record<GiftCardAction, string> = {
  freeze: "It can't be used until it is reactivated.",
  reactivate: 'It can be used again.',
  void: "It can't be used anymore. This can't be undone.",
};
const statuses = { freeze: 'frozen', reactivate: 'active', void: 'voided' } as const;

interface StepDialogProps {
  giftCard: GiftCard;
  action: GiftCardAction;
  onClose: () => void;
}
/** Changes the status of a card, for a reason. */
export function StepDialog({ giftCard, action, onClose }: StepDialogProps) {
  const stepping = useWrite(giftCardRoutes.updateStatus);
  const [reason, setReason] = useState('');
  const [isRefunded, setRefunded] = useState(false);
  const { _id: id, number, kind, balance, version } = giftCard;
  async function submit(): Promise<void> {
    const refund = action === 'void' && isRefunded;
    await stepping.mutateAsync({
      params: { id },
      body: { status: statuses[action], reason, version, ...(refund && { refund }) },
    });
    onClose();
  }
  return (
    <ShortDialog
      title={`${stepLabels[action]} ${number}?`}
      submit={stepLabels[action]}
      isRunning={stepping.isPending}
      disabled={!reason.trim()}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>{effects[action]}</Text>
      <TextInput
        label="Reason"
        withAsterisk
        data-autofocus
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {action === 'void' && kind === 'sold' && (
        <Checkbox
          label={`I refunded ${formatMoney(balance)} to the customer`}
          description="Otherwise the balance is written off"
          checked={isRefunded}
          onChange={(event) => setRefunded(event.currentTarget.checked)}
        />
      )}
    </ShortDialog>
  );
}
