import { fullName } from '../core/full-name.ts';
import { formatMoney } from '../core/money.ts';
import { totalOf } from '../core/page.ts';
import { formatCount, pluralize } from '../core/pluralize.ts';
import { asData, changeTool, lines, readTool, words } from '../core/tool.ts';
import { coinRoutes } from './coins.ts';
import { creditRoutes } from './credits.ts';
import { type Customer, customerRoutes } from './customers.ts';

const nameOf = (customer: Pick<Customer, 'firstName' | 'lastName'>): string => asData(fullName(customer));
/** Reads the customer that a change is about. */
const customer = {
  reads: customerRoutes.show,
  readsFor: ({ customerId }: { customerId: string }) => ({ params: { id: customerId } }),
};

export const customerTools = [
  readTool(customerRoutes.list, {
    name: 'find_customers',
    title: 'Find customers',
    description: 'Finds customers by name, phone or email, and by status, group, location and last order.',
    takes: [
      'search',
      'filters.status',
      'filters.locationId',
      'filters.groupId',
      'filters.orderedFrom',
      'filters.notOrderedFrom',
    ],
    fields: [
      'records._id',
      'records.firstName',
      'records.lastName',
      'records.phone',
      'records.email',
      'records.status',
      'records.coinBalance',
      'records.orderCount',
      'records.lastOrderAt',
      'totalRecords',
      'nextCursor',
    ],
    screen: '/customers/view/{_id}',
    text: (page) =>
      lines(pluralize(totalOf(page), 'customer'), page.records, (row) =>
        words(
          fullName(row),
          row.phone,
          row.email,
          row.orderCount !== null && pluralize(row.orderCount, 'order'),
          row.status === 'blocked' && 'blocked',
        ),
      ),
  }),
  readTool(customerRoutes.show, {
    name: 'get_customer',
    title: 'Show a customer',
    description: 'Shows a customer with contact, coins, subscription, lifetime sales and latest orders.',
    fields: [
      '_id',
      'firstName',
      'lastName',
      'phone',
      'email',
      'status',
      'notes',
      'marketingConsent',
      'coinBalance',
      'currentSubscription',
      'lifetime',
      'worth',
      'lastOrders',
    ],
    screen: '/customers/view/{_id}',
    text: (found) =>
      [
        words(
          nameOf(found),
          asData(found.phone),
          found.status,
          found.lifetime && pluralize(found.lifetime.orders, 'order'),
          found.lifetime && `${formatMoney(found.lifetime.total)} in total`,
          found.coinBalance !== null && pluralize(found.coinBalance, 'coin'),
        ),
        found.notes && `Notes: ${asData(found.notes)}`,
        lines('Latest orders:', found.lastOrders, (order) =>
          words(order.number, order.headlineStatus, formatMoney(order.total), order.locationName),
        ),
      ]
        .filter(Boolean)
        .join('\n'),
  }),
  readTool(coinRoutes.explain, {
    name: 'explain_coins',
    title: "Explain a customer's coins",
    description: "Explains a customer's balance of coins: what came, what went, and what expires when.",
    fields: ['balance', 'worth', 'came', 'went', 'held', 'lots', 'lotCount'],
    text: ({ balance, worth, came, went }) =>
      [
        `${pluralize(balance, 'coin')}, worth ${formatMoney(worth)}.`,
        lines('Came:', came, ({ kind, coins }) => words(kind, formatCount(coins))),
        lines('Went:', went, ({ kind, coins }) => words(kind, formatCount(coins))),
      ]
        .filter(Boolean)
        .join('\n'),
  }),
  changeTool(customerRoutes.changeStatus, {
    name: 'block_customer',
    title: 'Block or unblock a customer',
    description: 'Blocks a customer, who can place no more orders, or makes them active again.',
    fields: ['_id', 'status'],
    screen: '/customers/view/{_id}',
    text: (found) => `${nameOf(found)} is now ${found.status}.`,
    idempotent: true,
    reads: customerRoutes.show,
    preview: (found, { status }) =>
      `Change ${nameOf(found)} from ${found.status} to ${status}.${status === 'blocked' ? ' Blocked customers can place no orders.' : ''}`,
    locationOf: () => null,
  }),
  changeTool(coinRoutes.adjust, {
    name: 'adjust_coins',
    title: "Adjust a customer's coins",
    description:
      'Adds coins to a customer or removes some, with a reason. It becomes a draft unless the key may move money.',
    fields: ['_id', 'coins', 'balanceAfter'],
    text: ({ coins }) => `${coins > 0 ? 'Added' : 'Removed'} ${pluralize(Math.abs(coins), 'coin')}.`,
    ...customer,
    preview: (found, { coins, reason }) =>
      `${coins > 0 ? 'Add' : 'Remove'} ${pluralize(Math.abs(coins), 'coin')} for ${nameOf(found)}, who has ${formatCount(found.coinBalance ?? 0)}. Reason: ${asData(reason)}.`,
    locationOf: () => null,
  }),
  changeTool(creditRoutes.adjust, {
    name: 'adjust_store_credit',
    title: "Adjust a customer's store credit",
    description:
      'Issues store credit to a customer, or removes some with a negative amount. It becomes a draft unless the key may move money.',
    fields: ['_id', 'amount', 'balanceAfter'],
    text: ({ balanceAfter }) => `The store credit is ${formatMoney(balanceAfter)} now.`,
    ...customer,
    preview: (found, { amount, reason, note }) =>
      `${amount > 0 ? 'Issue' : 'Remove'} ${formatMoney(Math.abs(amount))} of store credit ${amount > 0 ? 'to' : 'of'} ${nameOf(found)} (${reason}).${note ? ` Note: ${asData(note)}` : ''}`,
    locationOf: () => null,
  }),
];
