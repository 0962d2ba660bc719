import type { Order } from '@aisle/contract/order-view';
import { type Refund, refundRoutes } from '@aisle/contract/refunds';
import { Button, Group } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { useWrite } from '../core/api.ts';
import { later } from '../core/later.ts';
import { useMay } from '../core/session.ts';
import { confirm } from '../ui/confirm.tsx';

const PaidBackDialog = later(() => import('./paid-back-dialog.tsx').then((module) => module.PaidBackDialog));
const RefundDialog = later(() => import('./refund-dialog.tsx').then((module) => module.RefundDialog));

/** Leads from a delivered order to giving money back for it; nothing where there is none to give. */
export function RefundLink({ order }: { order: Order }) {
  const may = [useMay('order_edit'), useMay('cancel_order')].every(Boolean);
  const [isOpen, setOpen] = useState(false);
  const opened = order.refunds.reduce((sum, refund) => sum + refund.amount, 0);
  if (!may || order.status !== 'delivered' || order.paid <= opened) return null;
  return (
    <>
      <Button variant="default" fullWidth onClick={() => setOpen(true)}>
        Refund…
      </Button>
      {isOpen && (
        <Suspense>
          <RefundDialog order={order} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

export interface RefundAction {
  label: string;
  /** Not what most people do next. */
  isQuiet?: true;
  onClick: () => void;
}
interface RefundStepping {
  /** What can be done about a refund: only what is open, each in a word. */
  actionsFor: (refund: Refund) => RefundAction[];
  tryAgain: (refund: Refund) => Promise<unknown>;
  isPending: boolean;
  /** Stands somewhere on the screen. */
  dialog: ReactNode;
}

/** The steps of refunds, for the order they belong to and for the list of all. */
export function useRefundSteps(): RefundStepping {
  const stepping = useWrite(refundRoutes.updateStatus);
  const [paying, setPaying] = useState<Refund>();
  const step = ({ _id, version }: Refund, status: Refund['status'], byHand?: boolean) =>
    stepping.mutateAsync({ params: { id: _id }, body: { status, version, ...(byHand && { byHand }) } });
  const go = (refund: Refund, status: Refund['status'], byHand?: boolean) =>
    void step(refund, status, byHand).catch(() => undefined);

  async function handOver(refund: Refund): Promise<void> {
    const isSure = await confirm({
      title: 'Pay it back by hand?',
      text: 'The card’s gateway is not asked any more: somebody hands the money to the customer.',
      confirm: 'By hand',
      danger: false,
    });
    if (isSure) go(refund, 'refundInitiated', true);
  }

  function actionsFor(refund: Refund): RefundAction[] {
    const open = (status: Refund['status']) => refund.allowed.includes(status);
    const actions: RefundAction[] = [];
    if (open('refundProcessing') && refund.byHand) {
      actions.push({ label: 'Begin to pay back', onClick: () => go(refund, 'refundProcessing') });
    }
    if (open('refunded')) actions.push({ label: 'Paid back…', onClick: () => setPaying(refund) });
    if (open('refundFailed')) {
      actions.push({ label: 'Did not work', isQuiet: true, onClick: () => go(refund, 'refundFailed') });
    }
    if (open('refundInitiated')) {
      actions.push({ label: 'Try again', onClick: () => go(refund, 'refundInitiated') });
      if (!refund.byHand) {
        actions.push({ label: 'By hand', isQuiet: true, onClick: () => void handOver(refund) });
      }
    }
    return actions;
  }

  return {
    actionsFor,
    tryAgain: (refund) => step(refund, 'refundInitiated'),
    isPending: stepping.isPending,
    dialog: paying && (
      <Suspense>
        <PaidBackDialog refund={paying} onClose={() => setPaying(undefined)} />
      </Suspense>
    ),
  };
}

/** What can be done about one refund, as buttons beside it. */
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
