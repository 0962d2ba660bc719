import { z } from 'zod';
import { Address, Id, optionalLongText, Version } from '../../core/fields.ts';
import { Cents } from '../../core/money.ts';
import { routes } from '../../core/route.ts';
import { CustomerChoice } from '../../customers/customers.ts';
import { WantedSlot } from '../main-orders/main-orders.ts';
import type { Fulfilment, OrderStatus } from './order-flow.ts';
import { fulfilments } from './order-labels.ts';
import { isTender, type Payment } from './order-payments.ts';
import { atStoreStatuses, openStatuses } from './order-status-groups.ts';
import { Order } from './order-view.ts';
import { Sellable } from './sellables.ts';

/** The details of a placed order that support can change, besides its lines. */
export const orderDetails = ['address', 'slot', 'note', 'paymentType'] as const;
export type OrderDetail = (typeof orderDetails)[number];

interface DetailRule {
  /** The statuses in which it can change. */
  in: readonly OrderStatus[];
  /** The only fulfillment with this detail; both if omitted. */
  of?: Fulfilment;
  refusal: string;
}
/** Until when each detail can change. */
export const detailRules: Record<OrderDetail, DetailRule> = {
  address: {
    in: atStoreStatuses,
    of: 'delivery',
    refusal: 'The address of a delivery can be changed until it is out for delivery',
  },
  slot: { in: atStoreStatuses, refusal: 'The due time can be changed until the order is out for delivery' },
  note: { in: openStatuses, refusal: 'The note can be changed until the order is delivered' },
  paymentType: { in: openStatuses, refusal: 'The payment can be changed until the order is delivered' },
};

interface DetailState {
  status: OrderStatus;
  fulfilment: Fulfilment;
  payments: readonly (Pick<Payment, 'status' | 'provider'> & {
    underWay?: string | null;
    isUnderWay?: boolean;
  })[];
}

/** The reason why a detail can't be changed anymore; null if it can. */
export function detailProblem(
  detail: OrderDetail,
  { status, fulfilment, payments }: DetailState,
): string | null {
  const rule = detailRules[detail];
  if (!rule.in.includes(status) || (rule.of && rule.of !== fulfilment)) return rule.refusal;
  return detail === 'paymentType' ? paymentProblem(payments) : null;
}

/** Coins and store credit pay only a part, so the payment type of the rest can still change. */
function paymentProblem(payments: DetailState['payments']): string | null {
  if (payments.some(({ underWay, isUnderWay }) => underWay || isUnderWay))
    return 'A card is being charged for this order';
  const isTaken = payments.some(
    ({ status, provider }) => status === 'captured' || (status === 'authorised' && !isTender(provider)),
  );
  if (isTaken) return "This order is paid, or a card is authorized for it, so its payment can't be changed";
  return payments.some(({ status }) => status === 'due') ? null : 'There is nothing left to pay';
}

/** Without coins, which must be redeemed when the order is placed. */
export const payableLater = ['cashOnDelivery', 'card'] as const;

const edited = {
  address: Address.optional(),
  /** Null: as soon as possible. */
  slot: WantedSlot.nullable().optional(),
  note: optionalLongText('Note', 1000),
  paymentType: z.enum(payableLater).optional(),
};
/** Omitted and unchanged fields stay as they are. */
export const OrderDetailsEdit = z.strictObject({ ...edited, version: Version });
export type OrderDetailsEdit = z.infer<typeof OrderDetailsEdit>;
export const OrderDetailsDraft = z.strictObject(edited);
export type OrderDetailsDraft = z.infer<typeof OrderDetailsDraft>;

/** The result of an edit without saving it. */
export const OrderDetailsPlan = z.object({
  /** Null for pickup, and if the address couldn't be located. Without a distance, none is charged or checked. */
  distanceKm: z.number().nullable(),
  /** True if the distance was measured to the center of the postal code's area. */
  distanceIsApproximate: z.boolean(),
  deliveryFee: Cents,
  total: Cents,
  /** The reasons why the edit can't be saved, by field. */
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type OrderDetailsPlan = z.infer<typeof OrderDetailsPlan>;

/** The values that a repeated order starts with. */
export const OrderAgain = z.object({
  number: z.string(),
  locationId: Id,
  customer: CustomerChoice,
  fulfilment: z.enum(fulfilments),
  address: z.object(Address.shape).nullable(),
  lines: z.array(z.object({ item: Sellable, quantity: z.number() })),
  /** The names of items that the location no longer sells. */
  missing: z.array(z.string()),
});
export type OrderAgain = z.infer<typeof OrderAgain>;

export const orderDetailRoutes = routes('orders', {
  edit: {
    method: 'PUT',
    path: '/order/edit-details/{id}',
    permission: 'order_edit',
    summary: "Changes an order's delivery address, due time, customer's note or payment type",
    body: OrderDetailsEdit,
    data: Order,
    message: 'Order updated',
    problems: [
      'orders.not-editable',
      'orders.not-deliverable',
      'orders.payment-type-off',
      'orders.above-authorised',
      'version-stale',
    ],
    changes: ['orders', 'mainOrders', 'dispatch'],
  },
  plan: {
    method: 'POST',
    path: '/order/details-plan/{id}',
    permission: 'order_edit',
    summary: "Previews a change of an order's details: distance, delivery fee, total and problems",
    body: OrderDetailsDraft,
    data: OrderDetailsPlan,
    reads: true,
  },
  again: {
    method: 'GET',
    path: '/order/again/{id}',
    permission: 'order_view',
    summary: 'What a new order with the same customer, address and items starts from',
    data: OrderAgain,
    reads: true,
  },
});
