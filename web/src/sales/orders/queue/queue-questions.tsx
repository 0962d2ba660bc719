import { formatMoney } from '@aisle/contract/core/money';
import type { BoardRow } from '@aisle/contract/sales/orders/order-board';
import { Text } from '@mantine/core';
import type { Question } from '../../../ui/feedback/confirm.tsx';
import { handOverQuestion } from '../../dispatch/dialogs/hand-over-question.tsx';
import type { StepPlan } from '../actions/step-labels.ts';

/** The confirmation before a step on the board; null if the step can be undone. */
export function questionFor(order: BoardRow, plan: StepPlan): Question | null {
  if (plan.canUndo) return null;
  if (plan.asks === 'code') {
    const { number, driverName, handOverCode, note } = order;
    const more = <CustomerNote note={note} />;
    return handOverQuestion({ number, driverName, code: handOverCode ?? '', more });
  }
  return { ...wordsFor(order, plan), danger: false };
}

function wordsFor(order: BoardRow, plan: StepPlan): Question {
  const { number, customerName, cashDue, handOverCode, note } = order;
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
  return {
    title: `${plan.label}: ${number}?`,
    text: (
      <>
        {pickup || plan.text}
        {to === 'outOfDelivery' && <CustomerNote note={note} />}
      </>
    ),
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

/** For the person who takes the items. */
const CustomerNote = ({ note }: { note: string | null }) =>
  note && (
    <Text component="span" display="block" mt="xs">
      Customer's note: “{note}”
    </Text>
  );
