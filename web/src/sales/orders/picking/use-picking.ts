import { itemName } from '@aisle/contract/core/item-name';
import type { OrderLine, OrderPick, ShopperAnswer } from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import { useRef, useState } from 'react';
import { call } from '../../../core/api.ts';
import { exactMatch } from '../../../core/exact-match.ts';
import { isBad, isDone, openLines, scanned, substitution } from './picking.ts';

export interface PickingOptions {
  /** With the picks that aren't sent yet. */
  order: Order;
  /** Saves a pick. The label names it while it isn't sent. */
  save: (label: string, pick: OrderPick, item?: Sellable) => void;
}
interface Message {
  text: string;
  isWrong: boolean;
}

/** The state of picking an order: which lines are open, and the changes from scanning, picking and substituting. */
export function usePicking({ order, save }: PickingOptions) {
  /** The line to find a substitute for. */
  const [searching, setSearching] = useState<OrderLine | 'new' | null>(null);
  const [message, setMessage] = useState<Message | null>(null);
  const list = useRef<HTMLDivElement>(null);
  // The current line stays in place until the next one is touched: otherwise a weight would lose its field after the first
  // digit, and a line that moves under the finger would miss the touch.
  const [inHand, setInHand] = useState<string | null>(null);
  /** Quantities that can't be saved as they are typed. */
  const [typed, setTyped] = useState<Readonly<Record<string, number>>>({});
  const tolerance = order.pickTolerancePercent;
  const lines = openLines(order).map((line) =>
    line._id in typed ? { ...line, pickedQuantity: typed[line._id]! } : line,
  );
  const isOpen = (line: OrderLine) => line._id === inHand || !isDone(line);
  const lineOf = (id: string | null) => {
    const line = order.lines.find(({ _id }) => _id === id);
    return line ? itemName(line) : 'Item';
  };

  /** The message about the last code ends with the next action. */
  function touch(lineId: string | null): void {
    setMessage(null);
    setInHand(lineId);
  }
  function pick(line: OrderLine, quantity: number | null): void {
    touch(line._id);
    const { [line._id]: _, ...others } = typed;
    if (quantity !== null && isBad({ ...line, pickedQuantity: quantity }, tolerance)) {
      setTyped({ ...others, [line._id]: quantity });
      return;
    }
    setTyped(others);
    save(itemName(line), { line: { lineId: line._id, pickedQuantity: quantity } });
  }
  function say(next: Message): void {
    setMessage(next);
    if (next.isWrong) navigator.vibrate?.([80, 60, 80]);
  }
  function onCode(code: string): void {
    const found = scanned({ lines }, code);
    if (found.kind === 'picked') pick(found.line, found.quantity);
    setInHand(null);
    if (found.kind === 'unknown') {
      void nameOf(order._id, code).then((text) => say({ text, isWrong: true }));
      return;
    }
    say({ text: found.text, isWrong: found.kind === 'full' });
    if (found.kind === 'weigh') {
      list.current?.querySelector<HTMLInputElement>(`[data-line="${found.line._id}"] input`)?.focus();
    }
  }
  function add(item: Sellable): void {
    setSearching(null);
    const line = lines.find(({ subProductId }) => subProductId === item.subProductId);
    if (line) {
      say({ text: `${itemName(line)} is already on the order`, isWrong: true });
      return;
    }
    touch(null);
    const quantity = item.minPerOrder ?? 1;
    save(itemName(item), { item: { subProductId: item.subProductId, quantity } }, item);
  }
  return {
    lines,
    open: lines.filter(isOpen),
    done: lines.filter((line) => !isOpen(line)),
    doneCount: lines.filter(isDone).length,
    /** A quantity is invalid or exceeds the order's limit. */
    hasBadQuantity: lines.some((line) => isBad(line, tolerance)),
    searching,
    setSearching,
    message,
    list,
    onCode,
    add,
    pick,
    countBags: (bags: number) => {
      touch(inHand);
      save('Bags', { bags });
    },
    substitute: (line: OrderLine, item: Sellable, answer: ShopperAnswer | null) => {
      touch(null);
      save(itemName(item), substitution(line, item, answer), item);
      setSearching(null);
    },
    /** Nothing replaces the line: one that isn't picked yet is set to zero. */
    goWithout: (line: OrderLine, answer: ShopperAnswer | null) => {
      touch(null);
      const pickedQuantity = line.pickedQuantity ?? 0;
      save(itemName(line), { line: { lineId: line._id, pickedQuantity, answer } });
      setSearching(null);
    },
    /** Changes the quantity of a substitute or an added item; 0 takes it out, and a replaced line is picked again. */
    changeExtra: ({ _id, name, subProductId, substituteFor }: OrderLine, quantity: number) => {
      const { [_id]: _, ...others } = typed;
      setMessage(null);
      if (Number.isNaN(quantity)) return setTyped({ ...typed, [_id]: quantity });
      setTyped(others);
      if (substituteFor === null) return save(name, { item: { subProductId, quantity } });
      const substitute = quantity > 0 ? { subProductId, quantity } : null;
      const original = order.lines.find((line) => line._id === substituteFor);
      const isReopened = quantity === 0 && original?.pickedQuantity === 0;
      save(lineOf(substituteFor), {
        line: { lineId: substituteFor, substitute, ...(isReopened && { pickedQuantity: null }) },
      });
    },
    lineOf,
  };
}
export type Picking = ReturnType<typeof usePicking>;

/** What to say about a code that isn't on the order, with the name of the item if the store sells it. */
async function nameOf(orderId: string, code: string): Promise<string> {
  try {
    const found = await call(orderRoutes.searchInventory, { body: { orderId, search: code, limit: 20 } });
    const item = exactMatch(found, code);
    return item ? `${itemName(item)} isn't on this order. Put it back.` : `Unknown barcode: ${code}`;
  } catch {
    return `${code} isn't on this order. Put it back.`;
  }
}
