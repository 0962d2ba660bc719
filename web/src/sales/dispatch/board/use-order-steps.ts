import { formatMoney } from '@aisle/contract/core/money';
import { type Board, type BoardOrder, dispatchRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { isUndoable } from '@aisle/contract/sales/orders/order-flow';
import type { OrderStep } from '@aisle/contract/sales/orders/order-steps';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { failureOf } from '../../../core/api-error.ts';
import { endUndo, notifySuccess, offerUndo, withoutToast } from '../../../core/notice.tsx';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { handOverQuestion } from '../dialogs/hand-over-question.tsx';
import type { RequestDriver } from '../use-driver-requests.tsx';
import { suggestionText } from './board.ts';
import type { NextStep } from './card-steps.tsx';

const doneTexts: Partial<Record<OrderStep['status'], string>> = {
  driverConfirmed: 'Driver accepted',
  driverConfirmationCompleted: 'Handed to the driver',
  outOfDelivery: 'Out for delivery',
  delivered: 'Delivered',
  inQueue: 'Waiting for a driver',
  offQueue: 'Delivering with store staff',
};

export interface OrderSteps {
  order: BoardOrder;
  board: Board;
  request: RequestDriver;
  /** Opens the dialog that requests a driver. */
  offer: () => void;
}
/** The actions for an order on the board. Asks for confirmation before items leave the store or a driver loses an order. */
export function useOrderSteps({ order, board, request, offer }: OrderSteps) {
  const stepping = useWrite(orderRoutes.updateStatus);
  const undoing = useWrite(orderRoutes.undoStep);
  const receiving = useWrite(dispatchRoutes.receiveBack);
  const [failing, setFailing] = useState(false);

  const step = (status: OrderStep['status'], more: Partial<OrderStep> = {}) =>
    stepping.mutateAsync({ params: { id: order._id }, body: { status, version: order.version, ...more } });
  /** Takes a step and announces the result; failures appear in a toast. */
  const take = (...to: Parameters<typeof step>) =>
    withoutToast(() => step(...to)).then(
      () => tellDone(doneTexts[to[0]] ?? 'Updated'),
      () => undefined,
    );
  const tellDone = (what: string) => {
    endUndo(order._id);
    notifySuccess(`${order.number}: ${what}`);
  };
  const fail = (note: string, comingBack: boolean) =>
    failureOf(step('awaitingForDelivery', { note, comingBack }));
  /** Takes a step immediately and offers to undo it. */
  async function takeWithUndo(status: OrderStep['status'], message: string): Promise<void> {
    const params = { id: order._id };
    try {
      const { version } = await withoutToast(() => step(status));
      const undo = () => undoing.mutateAsync({ params, body: { version } });
      offerUndo(`${order.number}: ${message}`, undo, order._id);
    } catch {
      // The error appears in a toast, and the board refetches.
    }
  }
  async function sure(label: string, text: string, ...step: Parameters<typeof take>): Promise<void> {
    const title = `${label}: ${order.number}?`;
    if (await confirm({ title, text, confirm: label, danger: false })) await take(...step);
  }

  async function handOver(): Promise<void> {
    const { number, handOverCode: code, delivery } = order;
    if (code && (await confirm(handOverQuestion({ number, driverName: delivery?.driverName, code })))) {
      await take('driverConfirmationCompleted', { code });
    }
  }

  async function deliver(): Promise<void> {
    const { number, cashDue } = order;
    const cash = formatMoney(cashDue);
    const question =
      cashDue > 0
        ? {
            title: `Collect ${cash} in cash?`,
            text: `Confirm delivery of ${number} and ${cash} cash collected.`,
            confirm: 'Cash received',
          }
        : {
            title: `Mark as delivered: ${number}?`,
            text: 'Confirm that the customer has the order.',
            confirm: 'Mark as delivered',
          };
    if (await confirm({ ...question, danger: false })) await take('delivered');
  }

  const { delivery, dispatchStatus, status, failed, comingBackFrom } = order;
  const name = delivery?.driverName ?? 'the driver';
  // Undo is only possible from the driver search; a driver who was already requested would need a new request.
  const withOwnStaff = async () =>
    isUndoable(dispatchStatus, 'offQueue')
      ? takeWithUndo('offQueue', 'Delivering with store staff')
      : take('offQueue');
  const ownStaff = { label: 'Use store staff', onClick: () => void withOwnStaff() };
  const takeBack = {
    label: `Unassign ${name}`,
    onClick: () =>
      void sure('Unassign driver', `Removes the order from ${name}. It waits for a driver again.`, 'inQueue'),
  };

  function askNext(): NextStep {
    const suggested = board.drivers.find(({ _id }) => _id === order.suggestedDriverId);
    if (!suggested) return { label: 'Request a driver…', run: offer, menu: [ownStaff] };
    const first = suggested.name.split(' ')[0];
    return {
      label: suggested._id === failed?.driverId ? `Try again with ${first}` : `Request ${first}`,
      run: () => request({ driver: suggested, orders: [order], collections: [] }),
      menu: [{ label: 'Request another driver…', onClick: offer }, ownStaff],
      reason: suggestionText(order, suggested, board.locations),
    };
  }

  function next(): NextStep {
    if (comingBackFrom) {
      return {
        label: 'Mark as returned',
        // Failures appear in a toast.
        run: () => receiving.mutateAsync({ params: { id: order._id } }).catch(() => undefined),
        menu: [],
      };
    }
    if (status === 'outOfDelivery') {
      return {
        label: 'Mark as delivered',
        run: deliver,
        menu: [{ label: 'Mark as failed…', onClick: () => setFailing(true) }],
      };
    }
    switch (dispatchStatus) {
      case 'driverConfirmationPending':
        return {
          label: 'Mark accepted',
          run: () => take('driverConfirmed'),
          menu: [takeBack, ownStaff],
        };
      case 'driverConfirmed':
        return {
          label: 'Hand over',
          run: handOver,
          menu: [takeBack, ownStaff],
        };
      case 'driverConfirmationCompleted':
        return {
          label: 'Send out',
          run: () => sure('Send out', `${name} leaves with the order.`, 'outOfDelivery'),
          menu: [{ ...takeBack, label: 'Mark as returned' }],
        };
      case 'offQueue':
        return {
          label: 'Send out',
          run: () => sure('Send out', 'A store employee leaves with the order.', 'outOfDelivery'),
          menu: [
            { label: 'Find a driver', onClick: () => void takeWithUndo('inQueue', 'Waiting for a driver') },
          ],
        };
      default:
        return askNext();
    }
  }
  const isBusy = stepping.isPending || receiving.isPending;
  return { next, fail, failing, setFailing, isBusy };
}
