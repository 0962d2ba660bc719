import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSignedIn } from '../../core/session/session.ts';
import { Gate } from '../../ui/gate.tsx';
import { AdjustCoinsDialog } from './adjust-coins-dialog.tsx';

interface AdjustCoinsButtonProps {
  customer: { _id: string; name: string };
  /** Receives a summary of the change: "Added 200 coins: Goodwill". */
  onDone?: (text: string) => void;
}
/** Opens the adjustment of a customer's coins, for marketplace staff. Other features use it too. */
export function AdjustCoinsButton({ customer, onDone }: AdjustCoinsButtonProps) {
  const [isOpen, setOpen] = useState(false);
  if (useSignedIn().user.userType === 'store') return null;
  return (
    <Gate permission="customer_edit">
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        Adjust coins
      </Button>
      {isOpen && <AdjustCoinsDialog customer={customer} onDone={onDone} onClose={() => setOpen(false)} />}
    </Gate>
  );
}
