import { formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import type { DisputeEvidence } from '@aisle/contract/sales/disputes';

/** The facts about a disputed order. Times are texts in the location's time zone. */
export interface OrderFacts {
  number: string;
  locationName: string;
  customerName: string;
  email: string | null;
  /** One line; null for a pickup. */
  address: string | null;
  placedDay: string;
  lines: readonly { name: string; quantity: number; unit: string; total: number }[];
  total: number;
  paid: number;
  refunded: number;
  deliveredDay: string | null;
  deliveredAt: string | null;
  driverName: string | null;
  proof: 'code' | 'photo' | 'staff' | null;
  messages: readonly { kind: string; channel: string; at: string }[];
  /** Earlier delivered orders of the customer without a dispute. */
  earlierOrders: number;
}

const proofs = {
  code: 'The recipient gave the code that only the customer had received.',
  photo: 'The driver took a photo of the delivery.',
  staff: 'Staff confirmed the delivery.',
} as const;

/** Drafts the evidence from the order. Staff complete it. */
export function draftEvidence(facts: OrderFacts): DisputeEvidence {
  return {
    productDescription: describeItems(facts),
    customerName: facts.customerName,
    ...(facts.email && { customerEmail: facts.email }),
    ...(facts.address && { shippingAddress: facts.address }),
    serviceDate: formatDay(facts.placedDay),
    ...(facts.deliveredDay && { shippingDate: formatDay(facts.deliveredDay) }),
    otherEvidence: describeDelivery(facts),
  };
}

function describeItems({ number, locationName, lines, total, paid, refunded }: OrderFacts): string {
  const items = lines.map(
    ({ name, quantity, unit, total: amount }) => `- ${quantity} ${unit} ${name}: ${formatMoney(amount)}`,
  );
  const sums = [`Total: ${formatMoney(total)}`, `Paid: ${formatMoney(paid)}`];
  if (refunded > 0) sums.push(`Refunded: ${formatMoney(refunded)}`);
  return [`Order ${number} from ${locationName}`, ...items, ...sums].join('\n');
}

function describeDelivery(facts: OrderFacts): string {
  const { deliveredAt, address, driverName, proof, messages, earlierOrders } = facts;
  const parts: string[] = [];
  if (deliveredAt) {
    const by = driverName ? ` by ${driverName}` : '';
    parts.push(address ? `Delivered${by} on ${deliveredAt}.` : `Picked up at the store on ${deliveredAt}.`);
  }
  if (proof) parts.push(proofs[proof]);
  if (messages.length > 0) {
    const sent = messages.map(({ kind, channel, at }) => `- ${at}: ${kind} (${channel})`);
    parts.push(['Messages sent to the customer:', ...sent].join('\n'));
  }
  if (earlierOrders > 0) {
    parts.push(`The customer has ${pluralize(earlierOrders, 'earlier order')} without a dispute.`);
  }
  return parts.join('\n');
}
