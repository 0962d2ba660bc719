import { detailProblem, orderDetails } from '@aisle/contract/sales/orders/order-details';
import { isReserved } from '@aisle/contract/sales/orders/order-status-groups';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { Alert, Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { later } from '../../../core/pages/lazy.ts';
import { useCan } from '../../../core/session/session.ts';
import { statusLabel } from '../../../links/sales/order-status.tsx';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import type { MenuEntry } from '../../../ui/menu-button.tsx';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import { FailedDialog } from '../../dispatch/dialogs/failed-dialog.tsx';
import { handOverQuestion } from '../../dispatch/dialogs/hand-over-question.tsx';
import { TakePaymentButton } from '../../payments/take-payment-button.tsx';
import { RefundButton } from '../../refunds/refund-button.tsx';
import { RequestReturnButton } from '../../returns/request-return-button.tsx';
import { ReceivedBackButton } from '../record/received-back.tsx';
import { EndingDialog } from './ending-dialog.tsx';
import { RequestDriver, useCanRequestDriver } from './request-driver.tsx';
import { plansFor, type StepPlan } from './step-labels.ts';
import { useAskDriver } from './use-ask-driver.ts';
import { isSure } from './use-step-undo.ts';
import type { useSteps } from './use-steps.ts';

const PrintOrdersDialog = later(() =>
  import('../../documents/print-orders-dialog.tsx').then((module) => module.PrintOrdersDialog),
);

const OrderDetailsDialog = later(() =>
  import('./order-details-dialog.tsx').then((module) => module.OrderDetailsDialog),
);

interface Acting {
  order: Order;
  steps: ReturnType<typeof useSteps>;
  /** Saves pending changes first; returns false on failure. */
  before?: () => Promise<number | false>;
  /** While a save is running, the order's next version is unknown. */
  isSaving?: boolean;
}
interface OrderActions {
  /** The next step, or the pending payment. */
  primary: ReactNode;
  actions: ReactNode;
  menu: MenuEntry[];
  dialogs: ReactNode;
}

/** The actions of an order: the next step as a button, frequent ones beside it, the others in the menu. */
export function useOrderActions({ order, steps, before, isSaving = false }: Acting): OrderActions {
  const { first, others, endings } = plansFor(order);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [isPrinting, setPrinting] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const support = useSupportEntries(order, () => setEditing(true));
  const mayAskDriver = useCanRequestDriver(order);
  const ask = useAskDriver([order], order.locationId)(order);
  const isNarrow = useIsNarrow();
  const isBusy = steps.isRunning || isSaving;
  useHotkeys({
    '.': () => {
      if (ask && !ask.isRunning) ask.run();
      else if (first && !ask && !isBusy) void press(first);
    },
  });

  async function press(plan: StepPlan): Promise<void> {
    if (plan.asks === 'code') return handOver(plan);
    if (plan.asks) return setAsking({ plan, version: order.version });
    if (!(await isSure(order, plan))) return;
    const version = before && plan.steps[0] === 'prepared' ? await before() : order.version;
    if (version !== false) await steps.run(plan, version);
  }

  async function handOver(plan: StepPlan): Promise<void> {
    const { number, driver, handOverCode: code, version } = order;
    if (code && (await confirm(handOverQuestion({ number, driverName: driver?.name, code })))) {
      await steps.run(plan, version, { code });
    }
  }

  // Alternative steps are rare before an order is packed.
  const beside = mayAskDriver || isReserved(order.status) ? undefined : others[0];
  // The suggested driver is the default then, and the other ways are in the menu.
  const rare = ask && first ? [first, ...others] : beside ? others.slice(1) : others;
  const entryOf = (plan: StepPlan, danger = false): MenuEntry => {
    return { label: plan.label, danger, onClick: () => void press(plan) };
  };
  return {
    primary: ask ? (
      <Button loading={isBusy || ask.isRunning} onClick={ask.run}>
        {ask.label}
      </Button>
    ) : first ? (
      <Button loading={isBusy} onClick={() => void press(first)}>
        {first.label}
      </Button>
    ) : (
      <WithoutStep order={order} />
    ),
    actions: (
      <>
        <RequestDriver order={order} />
        {beside && !ask && (
          <Button variant="default" disabled={isBusy} onClick={() => void press(beside)}>
            {beside.label}
          </Button>
        )}
        <RefundButton order={order} />
        {order.status === 'delivered' && !order.replacementFor && <RequestReturnButton order={order} />}
        {!isNarrow && (
          <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => setPrinting(true)}>
            Print
          </Button>
        )}
      </>
    ),
    menu: [
      ...(isNarrow ? [{ label: 'Print…', onClick: () => setPrinting(true) }] : []),
      ...support,
      ...(support.length > 0 && rare.length + endings.length > 0 ? (['divider'] as const) : []),
      ...rare.map((plan) => entryOf(plan)),
      ...(rare.length > 0 && endings.length > 0 ? (['divider'] as const) : []),
      ...endings.map((plan) => entryOf(plan, true)),
    ],
    dialogs: (
      <>
        {asking && <StepDialog order={order} {...asking} steps={steps} onClose={() => setAsking(null)} />}
        {isEditing && (
          <Suspense>
            <OrderDetailsDialog order={order} onClose={() => setEditing(false)} />
          </Suspense>
        )}
        {isPrinting && (
          <Suspense>
            <PrintOrdersDialog
              target={{ ids: [order._id], filters: {} }}
              words={order.number}
              onClose={() => setPrinting(false)}
            />
          </Suspense>
        )}
      </>
    ),
  };
}

/** Support actions available in any status, limited to the user's permissions. */
function useSupportEntries(order: Order, onEdit: () => void): MenuEntry[] {
  const canEdit = useCan('order_edit');
  const mayAdd = useCan('order_add');
  const isEditable = canEdit && orderDetails.some((detail) => detailProblem(detail, order) === null);
  return [
    ...(isEditable ? [{ label: 'Edit details…', onClick: onEdit }] : []),
    ...(mayAdd
      ? [{ label: 'Reorder', to: { to: '/orders/add', search: { again: order._id } } as const }]
      : []),
  ];
}

/** The event that an order without a next step is waiting for. */
function WithoutStep({ order }: { order: Order }) {
  if (order.status === 'pending') return <TakePaymentButton order={order} />;
  return order.comingBackFrom && <ReceivedBackButton orderId={order._id} />;
}

/** A step that needs more input, and the version of the order on which the user decided it. */
interface Asking {
  plan: StepPlan;
  version: number;
}
interface StepDialogProps extends Asking {
  order: Order;
  steps: Acting['steps'];
  onClose: () => void;
}
/** Asks for the input that a step requires: a reason, or the location of the items. */
function StepDialog({ order, plan, version, steps, onClose }: StepDialogProps) {
  if (plan.asks === 'reason') {
    return (
      <EndingDialog
        order={order}
        plan={plan}
        run={steps.run}
        refetchOrder={steps.refetchOrder}
        onClose={onClose}
      />
    );
  }
  if (plan.asks === 'failure') {
    return (
      <FailedDialog
        number={order.number}
        driverName={order.driver?.name}
        fail={(note, comingBack) => steps.run(plan, version, { note, comingBack })}
        onClose={onClose}
      />
    );
  }
  return null;
}

/** Shows who changed the order first, after a step was rejected as a conflict. */
export function OvertakenNotice({ overtaken, forget }: Pick<Acting['steps'], 'overtaken' | 'forget'>) {
  if (!overtaken) return null;
  return (
    <Alert color="yellow" variant="light" withCloseButton closeButtonLabel="Close" onClose={forget}>
      {overtaken.by} already updated this order. It's now “{statusLabel(overtaken.status)}”.
    </Alert>
  );
}
