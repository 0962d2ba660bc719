import type { Refund } from '@aisle/contract/sales/refunds/refunds';
import { Button, Group } from '@mantine/core';
import { useRefundSteps } from './use-refund-steps.tsx';

/** The actions of a refund as buttons. */
export function RefundSteps({ refund }: { refund: Refund }) {
  const { actionsFor, isPending, dialog } = useRefundSteps();
  const actions = actionsFor(refund);
  if (actions.length === 0) return null;
  return (
    <Group gap={6} mt={4}>
      {actions.map(({ label, isQuiet, onClick }) => (
        <Button
          key={label}
          size="compact-sm"
          {...(isQuiet ? { variant: 'subtle', color: 'gray' } : { variant: 'default' })}
          loading={isPending}
          onClick={onClick}
        >
          {label}
        </Button>
      ))}
      {dialog}
    </Group>
  );
}
