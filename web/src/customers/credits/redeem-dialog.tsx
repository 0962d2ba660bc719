import { giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';

interface RedeemDialogProps {
  customer: { _id: string; name: string };
  onClose: () => void;
}
/** Turns the balance of a gift card into store credit of a customer. */
export function RedeemDialog({ customer, onClose }: RedeemDialogProps) {
  const redeeming = useWrite(giftCardRoutes.redeem, { quiet: true });
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  async function submit(): Promise<void> {
    setProblem(undefined);
    try {
      await redeeming.mutateAsync({ body: { code, customerId: customer._id } });
      onClose();
    } catch (error) {
      setProblem(isApiError(error) ? (error.fields[0]?.message ?? error.message) : String(error));
    }
  }
  return (
    <FormDialog
      title={`Redeem a gift card for ${customer.name}`}
      size="sm"
      submit="Redeem gift card"
      isRunning={redeeming.isPending}
      disabled={!code.trim()}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextInput
        label="Code"
        description="The whole balance of the card becomes store credit"
        withAsterisk
        data-autofocus
        autoComplete="off"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
