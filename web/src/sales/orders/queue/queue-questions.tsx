import { formatMoney } from '@aisle/contract/core/money';
import type { BoardRow } from '@aisle/contract/sales/orders/order-board';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Question } from '../../../ui/feedback/confirm.tsx';
import type { StepPlan } from '../actions/step-labels.ts';

/** The confirmation before a step on the board; null if the step can be undone. */
export function questionFor(order: BoardRow, plan: StepPlan): Question | null {
  if (plan.canUndo) return null;
  return { ...wordsFor(order, plan), danger: false };
}

function wordsFor(order: BoardRow, plan: StepPlan): Question {
  const { number, customerName, cashDue, driverName, handOverCode, note } = order;
  const to = plan.steps.at(-1);
  const isPickup = order.fulfilment === 'pickup';
  const pickup = to === 'delivered' && isPickup && (
    <PickupCode customerName={customerName} code={handOverCode} />
  );
  if (to === 'delivered' && cashDue > 0) {
    return {
      title: `Collect ${formatMoney(cashDue)} in cash?`,
      text: (
        <>
          {pickup} Marks {number} as {isPickup ? 'picked up' : 'delivered'} and paid.
        </>
      ),
      confirm: 'Cash received',
    };
  }
  if (plan.asks === 'code') {
    return {
      title: `Hand over ${number}?`,
      text: (
        <WithNote note={note}>
          Ask {driverName ?? 'the driver'} for code <strong className="tabular">{handOverCode}</strong> before
          you hand over the bags.
        </WithNote>
      ),
      confirm: 'Hand over',
    };
  }
  return {
    title: `${plan.label}: ${number}?`,
    text: <WithNote note={to === 'outOfDelivery' ? note : null}>{pickup || plan.text}</WithNote>,
    confirm: plan.label,
  };
}

/** The customer received the code when the order was ready. */
const PickupCode = ({ customerName, code }: { customerName: string; code: string | null }) =>
  code ? (
    <>
      Ask {customerName} for pickup code <strong className="tabular">{code}</strong>.
    </>
  ) : (
    <>Make sure that this is the order of {customerName}.</>
  );

/** Shows the customer's note to the person who takes the items. */
function WithNote({ note, children }: { note: string | null; children: ReactNode }) {
  return (
    <>
      {children}
      {note && (
        <Text component="span" display="block" mt="xs">
          Customer's note: “{note}”
        </Text>
      )}
    </>
  );
}
