import { z } from 'zod';
import { type TemplateFields, templateLine, templateText } from '../core/templates.ts';

/** Messages to customers about an order. */
export const orderMessageKinds = [
  'placed',
  'changed',
  'ready',
  'onTheWay',
  'notDelivered',
  'delivered',
  'cancelled',
  'refunded',
  'returnStep',
] as const;
export const OrderMessageKind = z.enum(orderMessageKinds);
export type OrderMessageKind = z.infer<typeof OrderMessageKind>;

/** The fields of the templates with their labels. A field that doesn't apply to an order is empty. */
export const orderMessageFields = {
  'customer.firstName': 'First name',
  'customer.lastName': 'Last name',
  'brand.name': 'Brand name',
  'order.number': 'Order number',
  'order.due': 'Delivery or pickup time',
  'order.items': 'Items with prices',
  'order.totals': 'Discount, delivery, tax and total',
  'order.total': 'Total',
  'order.amountDue': 'Amount due',
  'order.changes': 'What changed, and why',
  'order.newTotal': 'New total, in a sentence',
  'order.received': '“delivered” or “picked up”',
  'order.cancelled': '“cancelled”, with the reason',
  'order.refundNote': 'Whether money is refunded',
  'location.name': 'Store name',
  'location.phone': 'Store phone',
  'location.address': 'Store address',
  'location.help': 'Where to ask',
  'pickup.code': 'Pickup code',
  'delivery.who': 'Driver and store',
  'delivery.code': 'Code for the door',
  'delivery.failed': '“couldn’t”, with the reason',
  'refund.text': 'Refund, in a sentence',
  'return.number': 'Return number',
  'return.step': 'What happened to the return',
} as const satisfies TemplateFields;
export type OrderMessageField = keyof typeof orderMessageFields;

/** The templates of one event. Paragraphs whose fields are all empty are omitted. */
export const OrderMessageTemplate = z.strictObject({
  subject: templateLine('Subject', 200, orderMessageFields),
  body: templateText('Email', 10_000, orderMessageFields),
  /** The text for text messages and push notifications. */
  text: templateText('Text message', 480, orderMessageFields),
});
export type OrderMessageTemplate = z.infer<typeof OrderMessageTemplate>;

const Switches = z.strictObject({
  placed: z.boolean(),
  changed: z.boolean(),
  ready: z.boolean(),
  onTheWay: z.boolean(),
  notDelivered: z.boolean(),
  delivered: z.boolean(),
  cancelled: z.boolean(),
  refunded: z.boolean(),
  returnStep: z.boolean(),
} satisfies Record<OrderMessageKind, z.ZodBoolean>);

/** The emails that are sent. */
export const OrderEmailSwitches = Switches.extend({ returnStep: z.boolean().default(true) });

/** The text messages and push notifications that are sent, and the templates that differ from the default ones. */
export const OrderMessageRules = z.strictObject({
  sms: Switches,
  push: Switches,
  templates: z.strictObject({
    placed: OrderMessageTemplate.optional(),
    changed: OrderMessageTemplate.optional(),
    ready: OrderMessageTemplate.optional(),
    onTheWay: OrderMessageTemplate.optional(),
    notDelivered: OrderMessageTemplate.optional(),
    delivered: OrderMessageTemplate.optional(),
    cancelled: OrderMessageTemplate.optional(),
    refunded: OrderMessageTemplate.optional(),
    returnStep: OrderMessageTemplate.optional(),
  } satisfies Record<OrderMessageKind, z.ZodOptional>),
});
export type OrderMessageRules = z.infer<typeof OrderMessageRules>;

export const everySwitch = (isOn: boolean): Record<OrderMessageKind, boolean> => ({
  placed: isOn,
  changed: isOn,
  ready: isOn,
  onTheWay: isOn,
  notDelivered: isOn,
  delivered: isOn,
  cancelled: isOn,
  refunded: isOn,
  returnStep: isOn,
});

const email = (subject: string, paragraphs: readonly string[], text: string): OrderMessageTemplate => ({
  subject,
  body: ['Hello {{customer.firstName}},', ...paragraphs, '{{location.help}}', '{{brand.name}}'].join('\n\n'),
  text: `{{brand.name}}: ${text}`,
});
export const standardTemplates: Record<OrderMessageKind, OrderMessageTemplate> = {
  placed: email(
    'Order {{order.number}} confirmed',
    [
      'Thanks for your order. {{location.name}} will prepare it.',
      '{{order.due}}',
      '{{order.items}}',
      '{{order.totals}}',
    ],
    'order {{order.number}} is confirmed. {{order.due}}',
  ),
  changed: email(
    'Order {{order.number}} has changed',
    ['{{order.changes}}', '{{order.newTotal}}'],
    'order {{order.number}} has changed. {{order.newTotal}}',
  ),
  ready: email(
    'Order {{order.number}} is ready for pickup',
    [
      'Pick up your order at {{location.name}}, {{location.address}}.',
      'Your pickup code is {{pickup.code}}.',
      '{{order.amountDue}}',
    ],
    'order {{order.number}} is ready at {{location.name}}. {{pickup.code}}',
  ),
  onTheWay: email(
    'Order {{order.number}} is on its way',
    [
      '{{delivery.who}} is bringing your order.',
      'Give the driver this code at the door: {{delivery.code}}',
      '{{order.amountDue}}',
    ],
    'order {{order.number}} is on its way. {{delivery.code}}',
  ),
  notDelivered: email(
    "We couldn't deliver order {{order.number}}",
    [
      'We tried to deliver your order, but {{delivery.failed}}',
      '{{location.name}} will contact you about another attempt.',
    ],
    "we couldn't deliver order {{order.number}}. {{location.name}} will contact you.",
  ),
  delivered: email(
    'Order {{order.number}} was {{order.received}}',
    ["Here's your receipt.", '{{order.items}}', '{{order.totals}}'],
    'order {{order.number}} was {{order.received}}.',
  ),
  cancelled: email(
    'Order {{order.number}} was cancelled',
    ['Your order from {{location.name}} was {{order.cancelled}}', '{{order.refundNote}}'],
    'order {{order.number}} was {{order.cancelled}}',
  ),
  refunded: email('Refund for order {{order.number}}', ['{{refund.text}}'], '{{refund.text}}'),
  returnStep: email(
    'Return {{return.number}} for order {{order.number}}',
    ['{{return.step}}'],
    'return {{return.number}}: {{return.step}}',
  ),
};
