import { type Refund, refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { type ReactNode, Suspense, useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { later } from '../../core/pages/lazy.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';

const PaidBackDialog = later(() => import('./paid-back-dialog.tsx').then((module) => module.PaidBackDialog));

interface RefundAction {
  label: string;
  /** A secondary action. */
  isQuiet?: true;
  onClick: () => void;
}
interface RefundStepping {
  /** The allowed actions of a refund, with short labels. */
  actionsFor: (refund: Refund) => RefundAction[];
  isPending: boolean;
  /** Can be rendered anywhere on the screen. */
  dialog: ReactNode;
}

/** The steps of refunds, for the order screen and the refund list. */
export function useRefundSteps(): RefundStepping {
  const stepping = useWrite(refundRoutes.updateStatus);
  const [paying, setPaying] = useState<Refund>();
  const step = ({ _id, version }: Refund, status: Refund['status'], byHand?: boolean) =>
    stepping.mutateAsync({ params: { id: _id }, body: { status, version, ...(byHand && { byHand }) } });
  const go = (refund: Refund, status: Refund['status'], byHand?: boolean) =>
    void step(refund, status, byHand).catch(() => undefined);

  async function handOver(refund: Refund): Promise<void> {
    const isSure = await confirm({
      title: 'Refund in cash?',
      text: 'Stops the refund to the card. Pay the customer in cash or by transfer instead.',
      confirm: 'Refund in cash',
      danger: false,
    });
    if (isSure) go(refund, 'refundInitiated', true);
  }

  function actionsFor(refund: Refund): RefundAction[] {
    const open = (status: Refund['status']) => refund.allowed.includes(status);
    const actions: RefundAction[] = [];
    // A manual refund has no waiting phase: both steps are taken together.
    if (open('refunded') || (open('refundProcessing') && refund.byHand))
      actions.push({ label: 'Mark as refunded…', onClick: () => setPaying(refund) });
    if (open('refundFailed')) {
      actions.push({ label: 'Mark failed', isQuiet: true, onClick: () => go(refund, 'refundFailed') });
    }
    if (open('refundInitiated')) {
      actions.push({ label: 'Try again', onClick: () => go(refund, 'refundInitiated') });
      if (!refund.byHand) {
        actions.push({ label: 'Refund in cash…', isQuiet: true, onClick: () => void handOver(refund) });
      }
    }
    return actions;
  }

  return {
    actionsFor,
    isPending: stepping.isPending,
    dialog: paying && (
      <Suspense>
        <PaidBackDialog refund={paying} onClose={() => setPaying(undefined)} />
      </Suspense>
    ),
  };
}
