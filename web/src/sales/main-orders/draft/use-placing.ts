import { fieldErrors } from '@aisle/contract/core/envelope';
import {
  MainOrderInput,
  mainOrderRoutes,
  type PlacedMainOrder,
  Quote,
} from '@aisle/contract/sales/main-orders/main-orders';
import { useEffect, useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { isApiError } from '../../../core/api-error.ts';
import { type OrderDraft, orderBody, type Placement } from './order-draft.ts';

export type PlacingErrors = Readonly<Record<string, string>>;
const byPath = (fields: readonly { path: string; message: string }[]): PlacingErrors =>
  Object.fromEntries(fields.map(({ path, message }) => [path, message]));

/** A quote that differs from the one on the screen, with the server's message. */
export interface NewPrice {
  quote: Quote;
  message: string;
}
const newPriceOf = (error: unknown): NewPrice | null => {
  if (!isApiError(error) || error.code !== 'mainOrders.price-changed') return null;
  const { data } = Quote.safeParse(error.data);
  return data ? { quote: data, message: error.message } : null;
};

interface Placing {
  draft: OrderDraft;
  placement: Placement | null;
  /** The displayed price, if there is one. */
  quote: Quote | undefined;
  /** True from the request until the screen changes. The price is frozen meanwhile: it would be of a second, equal order. */
  isSending: boolean;
  setSending: (isSending: boolean) => void;
  /** The price or the store still belongs to an earlier draft. */
  isUnsure: boolean;
  /** Opens what was placed. The form stays busy until then. */
  onPlaced: (placed: PlacedMainOrder) => Promise<void>;
  /** Called when the displayed data is out of date. */
  onRefused: () => void;
}
/** Places the order at the displayed total. If the total differs, shows the new one for confirmation first. */
export function usePlacing({ draft, placement, quote, isUnsure, onPlaced, onRefused, ...sending }: Placing) {
  const { isSending, setSending } = sending;
  const [errors, setErrors] = useState<PlacingErrors>({});
  const [newPrice, setNewPrice] = useState<NewPrice | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const placing = useWrite(mainOrderRoutes.create);

  async function place(): Promise<void> {
    if (isSending || draft.lines.length === 0) return;
    if (isUnsure) return setWaiting(true);
    const shown = newPrice?.quote ?? quote;
    const body = {
      ...orderBody(draft, placement),
      ...(shown && { quotedTotal: shown.total }),
      // What is due depends on balances that other orders use too.
      ...(shown && (draft.storeCredit || draft.giftCards?.length) && { quotedDue: shown.due }),
    };
    if (!placement) return setErrors({ location: 'Choose a store' });
    const parsed = MainOrderInput.safeParse(body);
    if (!parsed.success) return setErrors(byPath(fieldErrors(parsed.error)));
    setSending(true);
    let placed: PlacedMainOrder | undefined;
    try {
      placed = await placing.mutateAsync({ body: parsed.data });
      await onPlaced(placed);
    } catch (error) {
      // A placed order can't be placed again.
      setSending(placed !== undefined);
      setNewPrice(newPriceOf(error));
      if (isApiError(error)) setErrors(byPath(error.fields));
      onRefused();
    }
  }
  // Places the order once a pending quote has arrived.
  useEffect(() => {
    if (!isWaiting || isUnsure) return;
    setWaiting(false);
    void place();
  });

  const forget = () => {
    setErrors({});
    setNewPrice(null);
    setWaiting(false);
  };
  return { errors, newPrice, isPlacing: isSending || isWaiting, place, forget };
}
