import { formatMoney } from '@aisle/contract/core/money';
import { type GiftCard, giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import { Checkbox, Modal, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { ShortForm } from '../../ui/form/short-dialog.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';

export type GiftCardAction = 'freeze' | 'reactivate' | 'void' | 'replace';
export const stepLabels: Record<GiftCardAction, string> = {
  freeze: 'Freeze card',
  reactivate: 'Reactivate card',
  void: 'Void card',
  replace: 'Replace code',
};
const effects: Record<GiftCardAction, string> = {
  freeze: "It can't be used until it is reactivated.",
  reactivate: 'It can be used again.',
  void: "It can't be used anymore. This can't be undone.",
  replace: 'It gets a new code with the same balance. The old code stops working at once.',
};
const statuses = { freeze: 'frozen', reactivate: 'active', void: 'voided' } as const;

interface StepDialogProps {
  giftCard: GiftCard;
  action: GiftCardAction;
  onClose: () => void;
}
/** Changes the status or the code of a card, for a reason. */
export function StepDialog({ giftCard, action, onClose }: StepDialogProps) {
  const stepping = useWrite(giftCardRoutes.updateStatus);
  const replacing = useWrite(giftCardRoutes.replace);
  const [reason, setReason] = useState('');
  const [isRefunded, setRefunded] = useState(false);
  // The card changes while the new code is shown.
  const [{ number, kind, balance }] = useState(giftCard);
  const params = { id: giftCard._id };
  const made = replacing.data;
  async function submit(): Promise<void> {
    const { version } = giftCard;
    if (action === 'replace') {
      await replacing.mutateAsync({ params, body: { reason, version } });
      return;
    }
    const refund = action === 'void' && isRefunded;
    await stepping.mutateAsync({
      params,
      body: { status: statuses[action], reason, version, ...(refund && { refund }) },
    });
    onClose();
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={made ? `Copy the new code of ${number} now` : `${stepLabels[action]} ${number}?`}
      closeOnClickOutside={!made}
      closeOnEscape={!made}
    >
      {made ? (
        <SecretOnce label="Code" value={made.code ?? ''} onClose={onClose} />
      ) : (
        <ShortForm
          submit={stepLabels[action]}
          isRunning={stepping.isPending || replacing.isPending}
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
        </ShortForm>
      )}
    </Modal>
  );
}
