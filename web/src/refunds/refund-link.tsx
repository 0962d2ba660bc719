import type { Order } from '@aisle/contract/orders';
import type { Refund } from '@aisle/contract/refunds';
import { refundRoutes } from '@aisle/contract/refunds';
import { Button, Group } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useWrite } from '../core/api.ts';
import { later } from '../core/later.ts';
import { useMay } from '../core/session.ts';
import { confirm } from '../ui/confirm.tsx';

const RefundDialog = later(() => import('./refund-dialog.tsx').then((module) => module.RefundDialog));
const PaidBackDialog = later(() => import('./paid-back-dialog.tsx').then((module) => module.PaidBackDialog));

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

/** What can be done about one refund: only what is open, each in a word. */
export function RefundSteps({ refund }: { refund: Refund }) {
  const stepping = useWrite(refundRoutes.updateStatus);
  const [isPaying, setPaying] = useState(false);
  const open = (status: Refund['status']) => refund.allowed.includes(status);
  const go = (status: Refund['status'], byHand?: boolean) =>
    void stepping
      .mutateAsync({
        params: { id: refund._id },
        body: { status, version: refund.version, ...(byHand && { byHand }) },
      })
      .catch(() => undefined);
  async function handOver(): Promise<void> {
    const isSure = await confirm({
      title: 'Pay it back by hand?',
      text: 'The card’s gateway is not asked any more: somebody hands the money to the customer.',
      confirm: 'By hand',
      danger: false,
    });
    if (isSure) go('refundInitiated', true);
  }
  if (refund.allowed.length === 0) return null;
  return (
    <Group gap={6} mt={4}>
      {open('refundProcessing') && refund.byHand && (
        <Button
          size="compact-sm"
          variant="default"
          loading={stepping.isPending}
          onClick={() => go('refundProcessing')}
        >
          Begin to pay back
        </Button>
      )}
      {open('refunded') && (
        <Button size="compact-sm" variant="default" onClick={() => setPaying(true)}>
          Paid back…
        </Button>
      )}
      {open('refundFailed') && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={stepping.isPending}
          onClick={() => go('refundFailed')}
        >
          Did not work
        </Button>
      )}
      {open('refundInitiated') && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            loading={stepping.isPending}
            onClick={() => go('refundInitiated')}
          >
            Try again
          </Button>
          {!refund.byHand && (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => void handOver()}>
              By hand
            </Button>
          )}
        </>
      )}
      {isPaying && (
        <Suspense>
          <PaidBackDialog refund={refund} onClose={() => setPaying(false)} />
        </Suspense>
      )}
    </Group>
  );
}
