import { itemName } from '@aisle/contract/core/item-name';
import { addQuantities } from '@aisle/contract/core/quantity';
import type { OrderLine, ShopperAnswer } from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import { useRef, useState } from 'react';
import { isDone, openLines, type PickDraft, pickedOf, pickState, scanned, withPicked } from './picking.ts';

export interface PickingOptions {
  order: Order;
  draft: PickDraft;
  onDraft: (draft: PickDraft) => void;
}

/** The state of picking an order: which lines are open, and the changes from scanning, picking and substituting. */
export function usePicking({ order, draft, onDraft }: PickingOptions) {
  /** The line to find a substitute for. */
  const [searching, setSearching] = useState<OrderLine | 'new' | null>(null);
  const [message, setMessage] = useState<{ text: string; isWrong: boolean } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  // The current line stays in place until the next one is touched: otherwise a weight would lose its field after the first
  // digit, and a line that moves under the finger would miss the touch.
  const [inHand, setInHand] = useState<string | null>(null);
  const lines = openLines(order);
  const isOpen = (line: OrderLine) => line._id === inHand || !isDone(line, draft);

  function onCode(code: string): void {
    const found = scanned(order, draft, code);
    const isWrong = found.kind === 'wrong' || found.kind === 'full';
    setMessage({ text: found.text, isWrong });
    if (isWrong) navigator.vibrate?.([80, 60, 80]);
    if (found.kind === 'picked') {
      setInHand(null);
      onDraft(found.draft);
    }
    if (found.kind === 'weigh') {
      list.current?.querySelector<HTMLInputElement>(`[data-line="${found.line._id}"] input`)?.focus();
    }
  }
  function add(item: Sellable): void {
    setSearching(null);
    const line = lines.find(({ subProductId }) => subProductId === item.subProductId);
    if (line) {
      setMessage({ text: `${itemName(line)} is already on the order`, isWrong: true });
      return;
    }
    // The same item added twice is one line.
    const others = draft.added.filter((one) => one.item.subProductId !== item.subProductId);
    onDraft({ ...draft, added: [...others, { item, quantity: item.minPerOrder ?? 1 }] });
  }
  return {
    lines,
    open: lines.filter(isOpen),
    done: lines.filter((line) => !isOpen(line)),
    doneCount: lines.filter((line) => isDone(line, draft)).length,
    /** A quantity is invalid or exceeds the order's limit. */
    hasBadQuantity: lines.some((line) =>
      ['unreadable', 'tooMuch'].includes(pickState(line, draft, order.pickTolerancePercent)),
    ),
    searching,
    setSearching,
    message,
    list,
    onCode,
    add,
    pick: (line: OrderLine, quantity: number | null) => {
      setInHand(line._id);
      onDraft(withPicked(draft, line, quantity));
    },
    substitute: (line: OrderLine, item: Sellable, answer: ShopperAnswer | null) => {
      onDraft(withSubstitute(draft, line, item, answer));
      setSearching(null);
    },
    refuse: (line: OrderLine) => {
      onDraft(withRefusal(draft, line));
      setSearching(null);
    },
    takeBack: ({ _id }: OrderLine, isBack: boolean) => {
      const others = draft.takenBack.filter((id) => id !== _id);
      onDraft({ ...draft, takenBack: isBack ? [...others, _id] : others });
    },
    changeSubstitute: ({ _id }: OrderLine, quantity: number) => {
      const substitutes = { ...draft.substitutes, [_id]: { ...draft.substitutes[_id]!, quantity } };
      onDraft({ ...draft, substitutes });
    },
    removeSubstitute: ({ _id }: OrderLine) => {
      const { [_id]: _, ...substitutes } = draft.substitutes;
      onDraft({ ...draft, substitutes });
    },
  };
}
export type Picking = ReturnType<typeof usePicking>;

/** Substitutes the missing quantity of the line, up to the available stock. */
function withSubstitute(
  draft: PickDraft,
  line: OrderLine,
  item: Sellable,
  answer: ShopperAnswer | null,
): PickDraft {
  const missing = addQuantities(line.quantity, -(pickedOf(line, draft) ?? 0)) || line.quantity;
  const quantity = Math.min(missing, item.available);
  const { [line._id]: _, ...answers } = draft.answers;
  const substitutes = { ...draft.substitutes, [line._id]: { item, quantity, answer } };
  return { ...draft, answers, substitutes };
}

/** The customer wants no substitute: sets a line not picked yet to zero. */
function withRefusal(draft: PickDraft, line: OrderLine): PickDraft {
  const next = pickedOf(line, draft) === null ? withPicked(draft, line, 0) : draft;
  return { ...next, answers: { ...next.answers, [line._id]: 'refused' } };
}
