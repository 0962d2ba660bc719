import { formatDateTime } from '../core/dates.ts';
import { itemName } from '../core/item-name.ts';
import { formatMoney } from '../core/money.ts';
import { totalOf } from '../core/page.ts';
import { pluralize } from '../core/pluralize.ts';
import { countedIn, countedName, formatQuantity } from '../core/quantity.ts';
import { asData, changeTool, lines, readTool, words } from '../core/tool.ts';
import { dispatchRoutes } from './dispatch/dispatch.ts';
import { disputeRoutes } from './disputes.ts';
import type { OrderRow } from './orders/order-list.ts';
import { calledOffStatuses } from './orders/order-status-groups.ts';
import type { Order } from './orders/order-view.ts';
import { orderRoutes } from './orders/orders.ts';
import { statusLabels } from './orders/status-labels.ts';
import { type MoneyPlan, refundRoutes } from './refunds/refunds.ts';
import { returnRoutes } from './returns/returns.ts';

const dueBy = ({ slot, timeZone }: Pick<OrderRow, 'slot' | 'timeZone'>): string =>
  slot ? `due ${formatDateTime(slot.to, timeZone)}` : 'due as soon as possible';
const orderLine = (order: OrderRow): string =>
  words(
    order.number,
    statusLabels[order.headlineStatus],
    order.customerName,
    order.locationName,
    pluralize(order.unitCount, 'item'),
    formatMoney(order.total),
    dueBy(order),
  );
const orderFields = [
  'records._id',
  'records.number',
  'records.headlineStatus',
  'records.customerName',
  'records.locationId',
  'records.locationName',
  'records.fulfilment',
  'records.unitCount',
  'records.total',
  'records.slot',
  'records.createdAt',
  'totalRecords',
  'nextCursor',
];
const orderFilters = [
  'search',
  'filters.locationId',
  'filters.tab',
  'filters.headlineStatus',
  'filters.from',
  'filters.to',
  'filters.fulfilment',
  'filters.customerId',
  'filters.driverId',
  'filters.subProductId',
  'filters.flag',
  'sort',
];
const nameOfOrder = ({ number, customer, locationName }: Order): string =>
  `order ${number} of ${asData(customer.name)} at ${asData(locationName)}`;
const planText = (plan: MoneyPlan): string =>
  words(
    `refund ${formatMoney(plan.refund)}`,
    plan.released > 0 && `release ${formatMoney(plan.released)} of an authorization`,
    plan.toCredit > 0 && `${formatMoney(plan.toCredit)} to store credit`,
    plan.inGiftCards > 0 && `${formatMoney(plan.inGiftCards)} to gift cards`,
    plan.coinsReturned > 0 && `return ${pluralize(plan.coinsReturned, 'coin')}`,
    plan.tax !== 0 && `tax ${formatMoney(plan.tax)}`,
    plan.commission !== 0 && `commission ${formatMoney(plan.commission)}`,
    `effect on the payout ${formatMoney(plan.payout)}`,
  );
const planFields = [
  'amount',
  'refund',
  'released',
  'tax',
  'commission',
  'deliveryFee',
  'deliveryFeeRefundable',
  'coins',
  'coinsReturned',
  'payout',
  'by',
  'toCredit',
  'refundable',
  'lines.lineId',
  'lines.name',
  'lines.amount',
  'lines.refundable',
  'lines.refundableQuantity',
];

const reads = [
  readTool(orderRoutes.list, {
    name: 'find_orders',
    title: 'Find orders',
    description:
      'Finds orders by number, customer name, phone or item, and by location, status, date and flag. Returns their ids.',
    takes: orderFilters,
    fields: orderFields,
    screen: '/orders/view/{_id}',
    text: (page) => lines(pluralize(totalOf(page), 'order'), page.records, orderLine),
  }),
  readTool(orderRoutes.list, {
    name: 'list_late_orders',
    title: 'List late orders',
    description:
      'Lists the open orders that are past their promised time, the longest first. explain_order says why one is late.',
    takes: ['filters.locationId'],
    fixed: { filters: { flag: 'late' }, sort: { field: 'slot', order: 'asc' } },
    fields: orderFields,
    screen: '/orders/view/{_id}',
    text: (page) =>
      page.records.length === 0
        ? 'No orders are late.'
        : lines(pluralize(totalOf(page), 'late order'), page.records, orderLine),
  }),
  readTool(orderRoutes.counts, {
    name: 'count_orders',
    title: 'Count orders by status',
    description: 'Counts orders by status, within a location, dates and other filters.',
    takes: [
      'search',
      'filters.locationId',
      'filters.from',
      'filters.to',
      'filters.fulfilment',
      'filters.flag',
    ],
    fields: ['status', 'count'],
    text: (counts) =>
      lines('Orders by status:', counts, ({ status, count, isMore }) =>
        words(statusLabels[status], `${count}${isMore ? ' or more' : ''}`),
      ),
  }),
  readTool(orderRoutes.view, {
    name: 'get_order',
    title: 'Show an order',
    description: 'Shows an order with its customer, items, totals, payments and timeline.',
    takes: [],
    fields: [
      '_id',
      'number',
      'headlineStatus',
      'allowed',
      'locationId',
      'locationName',
      'fulfilment',
      'customer._id',
      'customer.name',
      'customer.phone',
      'slot',
      'note',
      'lines._id',
      'lines.subProductId',
      'lines.name',
      'lines.quantity',
      'lines.pickedQuantity',
      'lines.total',
      'lines.removed',
      'total',
      'paid',
      'refunded',
      'driver',
      'cancelReason',
      'createdAt',
      'deliveredAt',
    ],
    screen: '/orders/view/{_id}',
    text: (order) =>
      [
        `${order.number} is “${statusLabels[order.headlineStatus]}”, ${dueBy(order)}.`,
        words(
          asData(order.customer.name),
          asData(order.locationName),
          `total ${formatMoney(order.total)}`,
          `paid ${formatMoney(order.paid)}`,
          order.refunded > 0 && `refunded ${formatMoney(order.refunded)}`,
        ),
        order.note && `Note of the customer: ${asData(order.note)}`,
        lines('Items:', order.lines, (line) =>
          words(
            countedName(line.pickedQuantity ?? line.quantity, line),
            formatMoney(line.total),
            line.removed && 'removed',
          ),
        ),
      ]
        .filter(Boolean)
        .join('\n'),
  }),
  readTool(orderRoutes.explain, {
    name: 'explain_order',
    title: 'Explain an order',
    description:
      'Explains where an order is and why it is late: how long each step took, what went wrong, and what is next. Takes the number or the id.',
    fields: [
      '_id',
      'number',
      'headlineStatus',
      'locationName',
      'isLate',
      'promisedAt',
      'minutesLate',
      'stages',
      'reasons',
      'next',
    ],
    screen: '/orders/view/{_id}',
    text: (order) =>
      [
        `${order.number} is “${statusLabels[order.headlineStatus]}” at ${asData(order.locationName)}. It was promised by ${formatDateTime(order.promisedAt, order.timeZone)}${
          order.minutesLate === null
            ? '.'
            : ` and ${order.isLate ? 'is' : 'was'} ${pluralize(order.minutesLate, 'minute')} late.`
        }`,
        lines('Reasons:', order.reasons, (reason) => reason),
        lines('Steps:', order.stages, ({ label, at, minutes }) =>
          words(label, formatDateTime(at, order.timeZone), pluralize(minutes, 'minute')),
        ),
        order.next.length > 0 && `Next steps: ${order.next.map((step) => statusLabels[step]).join(', ')}.`,
      ]
        .filter(Boolean)
        .join('\n'),
  }),
  readTool(orderRoutes.board, {
    name: 'get_order_queue',
    title: 'Show the order queue',
    description:
      'Shows the open orders of the queue by column: new, picking, ready and out, with the oldest wait.',
    fields: [
      'columns.key',
      'columns.totalRecords',
      'columns.oldestAt',
      'columns.records._id',
      'columns.records.number',
      'columns.records.customerName',
      'columns.records.slot',
      'columns.records.picker',
      'columns.records.driverName',
    ],
    text: ({ columns }) =>
      columns
        .map(({ key, totalRecords, records }) =>
          lines(`${key}: ${totalRecords}`, records, (order) =>
            words(order.number, order.customerName, dueBy(order), order.picker?.name, order.driverName),
          ),
        )
        .join('\n'),
  }),
  readTool(orderRoutes.paymentDetails, {
    name: 'get_order_payments',
    title: 'Show the payments of an order',
    description: 'Shows the payments and refunds of an order, the amount due and what can be refunded.',
    fields: [
      'orderId',
      'number',
      'total',
      'paid',
      'refunded',
      'refundable',
      'due',
      'payments._id',
      'payments.kind',
      'payments.status',
      'payments.amount',
      'refunds._id',
      'refunds.status',
      'refunds.amount',
      'refunds.reason',
    ],
    screen: '/orders/view/{orderId}',
    text: (money) =>
      [
        `${money.number}: total ${formatMoney(money.total)}, paid ${formatMoney(money.paid)}, refunded ${formatMoney(money.refunded)}, due ${formatMoney(money.due)}, refundable ${formatMoney(money.refundable)}.`,
        lines('Payments:', money.payments, ({ kind, status, amount }) =>
          words(kind, status, formatMoney(amount)),
        ),
        lines('Refunds:', money.refunds, ({ status, amount, reason }) =>
          words(statusLabels[status], formatMoney(amount), reason),
        ),
      ]
        .filter(Boolean)
        .join('\n'),
  }),
  readTool(refundRoutes.plan, {
    name: 'preview_refund',
    title: 'Preview a refund',
    description:
      'Previews what a refund of lines or the delivery fee would do to tax, coins, commission and payout. Without lines it shows what can be refunded.',
    fields: planFields,
    text: (plan) =>
      [
        `Up to ${formatMoney(plan.refundable)} can be refunded.`,
        `This refund: ${planText(plan)}.`,
        plan.deliveryFeeRefundable > 0 &&
          `Of the delivery fee, ${formatMoney(plan.deliveryFeeRefundable)} can be refunded.`,
        lines('Lines:', plan.lines, (line) =>
          words(
            itemName(line),
            formatMoney(line.amount),
            `refundable ${formatMoney(line.refundable)}`,
            line.lineId,
          ),
        ),
      ]
        .filter(Boolean)
        .join('\n'),
  }),
  readTool(orderRoutes.cancelPlan, {
    name: 'preview_cancellation',
    title: 'Preview a cancellation',
    description: 'Previews the effect of cancelling an order, or some of its lines, on payments and payout.',
    fields: [...planFields, 'total', 'lost', 'gained'],
    text: (plan) =>
      `Cancelling would ${planText(plan)}. The order would total ${formatMoney(plan.total)} afterwards.`,
  }),
  readTool(refundRoutes.list, {
    name: 'list_refunds',
    title: 'List refunds',
    description: 'Lists refunds by status, location and date, newest first.',
    takes: ['search', 'filters.locationId', 'filters.status', 'filters.from', 'filters.to'],
    fields: [
      'records._id',
      'records.orderId',
      'records.orderNumber',
      'records.status',
      'records.amount',
      'records.reason',
      'records.problem',
      'records.customerName',
      'records.locationName',
      'records.createdAt',
      'totalRecords',
      'nextCursor',
    ],
    screen: '/orders/view/{orderId}',
    text: (page) =>
      lines(pluralize(totalOf(page), 'refund'), page.records, (refund) =>
        words(
          refund.orderNumber,
          formatMoney(refund.amount),
          statusLabels[refund.status],
          refund.customerName,
          refund.locationName,
          refund.reason,
        ),
      ),
  }),
  readTool(returnRoutes.list, {
    name: 'list_returns',
    title: 'List returns',
    description: 'Lists return and replacement requests by status, location, customer and order.',
    takes: [
      'search',
      'filters.locationId',
      'filters.kind',
      'filters.status',
      'filters.orderId',
      'filters.customerId',
      'filters.from',
      'filters.to',
    ],
    fields: [
      'records._id',
      'records.number',
      'records.kind',
      'records.status',
      'records.orderId',
      'records.orderNumber',
      'records.customerName',
      'records.locationName',
      'records.reason',
      'records.createdAt',
      'totalRecords',
      'nextCursor',
    ],
    screen: '/orders/returns/{_id}',
    text: (page) =>
      lines(pluralize(totalOf(page), 'return'), page.records, (request) =>
        words(
          request.number,
          statusLabels[request.status],
          request.orderNumber,
          request.customerName,
          request.locationName,
          request.reason,
        ),
      ),
  }),
  readTool(returnRoutes.view, {
    name: 'get_return',
    title: 'Show a return',
    description: 'Shows a return or replacement with its items and its refund.',
    fields: [
      '_id',
      'number',
      'kind',
      'status',
      'allowed',
      'order._id',
      'order.number',
      'customer.name',
      'locationName',
      'lines._id',
      'lines.name',
      'lines.quantity',
      'lines.received',
      'lines.reason',
      'refund',
    ],
    screen: '/orders/returns/{_id}',
    text: (request) =>
      [
        `${request.number} of order ${request.order.number} is “${statusLabels[request.status]}”.`,
        request.refund && `Refund: ${formatMoney(request.refund.amount)}.`,
        lines('Items:', request.lines, (line) => words(countedName(line.quantity, line), line.reason)),
      ]
        .filter(Boolean)
        .join('\n'),
  }),
  readTool(returnRoutes.returnable, {
    name: 'check_returnable',
    title: 'Check what can be returned',
    description: 'Shows what can still be returned of an order, and until when.',
    fields: ['orderId', 'windowEndsAt', 'windowIsOver', 'lines'],
    screen: '/orders/view/{orderId}',
    text: ({ lines: left, windowIsOver, windowEndsAt }) =>
      windowIsOver
        ? 'The time to return items is over.'
        : lines(
            windowEndsAt ? `Items can be returned until ${windowEndsAt}.` : 'Nothing was delivered yet.',
            left,
            ({ lineId, quantity }) => words(lineId, formatQuantity(quantity)),
          ),
  }),
  readTool(dispatchRoutes.board, {
    name: 'get_dispatch_board',
    title: 'Show drivers and deliveries',
    description:
      'Shows the drivers on duty with their open deliveries and cash, and the orders that wait for a driver.',
    fields: [
      'drivers._id',
      'drivers.name',
      'drivers.availability',
      'drivers.open',
      'drivers.deliveredToday',
      'drivers.cash',
      'orders._id',
      'orders.number',
      'orders.locationName',
      'orders.dispatchStatus',
    ],
    text: (board) =>
      [
        lines(pluralize(board.drivers.length, 'driver'), board.drivers, (driver) =>
          words(
            driver.name,
            driver.availability,
            `${driver.open} open`,
            `${driver.deliveredToday} delivered today`,
          ),
        ),
        lines(`${pluralize(board.orders.length, 'order')} to deliver`, board.orders, (order) =>
          words(order.number, order.dispatchStatus && statusLabels[order.dispatchStatus], order.locationName),
        ),
      ]
        .filter(Boolean)
        .join('\n'),
  }),
  readTool(dispatchRoutes.ofOrder, {
    name: 'list_delivery_attempts',
    title: 'List delivery attempts',
    description: 'Lists every delivery attempt of an order with its driver and its result, newest first.',
    fields: ['_id', 'tripNumber', 'driverId', 'driverName', 'status', 'offeredAt', 'endedAt', 'reason'],
    text: (attempts) =>
      lines(
        pluralize(attempts.length, 'delivery attempt'),
        attempts,
        ({ driverName, status, offeredAt, reason }) => words(driverName, status, offeredAt, reason),
      ),
  }),
  readTool(disputeRoutes.list, {
    name: 'list_disputes',
    title: 'List disputes',
    description: 'Lists disputes of card payments with the date by which an answer is due.',
    takes: ['search', 'filters.status', 'filters.locationId', 'filters.dueBefore'],
    fields: [
      'records._id',
      'records.number',
      'records.orderId',
      'records.orderNumber',
      'records.amount',
      'records.reason',
      'records.status',
      'records.dueBy',
      'totalRecords',
      'nextCursor',
    ],
    screen: '/disputes/view/{_id}',
    text: (page) =>
      lines(pluralize(totalOf(page), 'dispute'), page.records, (dispute) =>
        words(
          dispute.number,
          dispute.orderNumber,
          formatMoney(dispute.amount),
          dispute.status,
          dispute.dueBy && `due ${formatDateTime(dispute.dueBy, dispute.timeZone)}`,
        ),
      ),
  }),
  readTool(orderRoutes.searchInventory, {
    name: 'find_sellable_items',
    title: 'Find items that can be sold now',
    description:
      'Lists what can be sold now at a location, with price and available quantity, for new orders and substitutes.',
    takes: ['locationId', 'search', 'limit'],
    fields: ['subProductId', 'productId', 'name', 'sku', 'price', 'available'],
    text: (items) =>
      lines(pluralize(items.length, 'item'), items, (item) =>
        words(
          itemName(item),
          item.sku,
          formatMoney(item.price),
          `${formatQuantity(item.available, countedIn(item))} available`,
        ),
      ),
  }),
];

const changes = [
  changeTool(orderRoutes.updateStatus, {
    name: 'move_order',
    title: 'Move an order one step',
    description:
      'Moves an order to its next status, such as processing (start picking) or outOfDelivery. get_order lists the allowed statuses.',
    takes: ['status', 'note', 'driverId', 'code'],
    fields: ['_id', 'number', 'headlineStatus', 'allowed'],
    screen: '/orders/view/{_id}',
    text: ({ number, headlineStatus }) => `${number} is now “${statusLabels[headlineStatus]}”.`,
    // Cancelling or rejecting an order refunds what was paid.
    movesMoney: ({ status }) => calledOffStatuses.some((one) => one === status),
    reads: orderRoutes.view,
    preview: (order, { status }) =>
      `Move ${nameOfOrder(order)} from “${statusLabels[order.headlineStatus]}” to “${statusLabels[status]}”.`,
    locationOf: ({ locationId }) => locationId,
    versionOf: ({ version }) => version,
  }),
  changeTool(orderRoutes.cancel, {
    name: 'cancel_order',
    title: 'Cancel an order',
    description:
      'Cancels an order, or some of its lines. The customer is notified, and paid money goes back.',
    takes: ['reason', 'note', 'lines'],
    fields: ['_id', 'number', 'headlineStatus', 'total', 'refunded'],
    screen: '/orders/view/{_id}',
    text: ({ number, headlineStatus, total }) =>
      `${number} is now “${statusLabels[headlineStatus]}”, total ${formatMoney(total)}.`,
    destructive: true,
    movesMoney: true,
    reads: orderRoutes.view,
    plans: orderRoutes.cancelPlan,
    plansFor: ({ id, lines: some }) => ({ params: { id }, body: some ? { lines: some } : {} }),
    preview: (order, { lines: some }, plan) =>
      `Cancel ${some ? `${pluralize(some.length, 'line')} of ${nameOfOrder(order)}` : nameOfOrder(order)}, total ${formatMoney(order.total)}: ${planText(plan)}. The customer is notified.`,
    locationOf: ({ locationId }) => locationId,
    versionOf: ({ version }) => version,
  }),
  changeTool(orderRoutes.addNote, {
    name: 'add_order_note',
    title: 'Add a note to an order',
    description: 'Adds an internal note to the timeline of an order. The customer does not see it.',
    fields: ['_id', 'number'],
    screen: '/orders/view/{_id}',
    text: ({ number }) => `The note was added to ${number}.`,
    reads: orderRoutes.view,
    preview: (order, { note }) => `Add the internal note ${asData(note)} to ${nameOfOrder(order)}.`,
    locationOf: ({ locationId }) => locationId,
  }),
  changeTool(refundRoutes.create, {
    name: 'refund_order',
    title: 'Refund an order',
    description:
      'Opens a refund for lines or the delivery fee of an order. Without a key that may move money, it becomes a draft for a person. Use preview_refund first to get line ids and amounts.',
    takes: ['lines', 'deliveryFee', 'to', 'reason'],
    fields: ['_id', 'status', 'amount', 'reason'],
    text: ({ amount, status }) => `Refund of ${formatMoney(amount)}: ${statusLabels[status]}.`,
    destructive: true,
    reads: orderRoutes.view,
    plans: refundRoutes.plan,
    plansFor: ({ id, lines: some, deliveryFee, to }) => ({
      params: { id },
      body: {
        ...(some && {
          lines: some.map(({ lineId, amount, quantity }) => ({
            lineId,
            ...(amount !== undefined && { amount }),
            ...(quantity !== undefined && { quantity }),
          })),
        }),
        ...(deliveryFee !== undefined && { deliveryFee }),
        ...(to && { to }),
      },
    }),
    preview: (order, { reason }, plan) =>
      [
        `Refund ${formatMoney(plan.amount)} for ${nameOfOrder(order)}: ${planText(plan)}. Up to ${formatMoney(plan.refundable)} can be refunded.`,
        reason && `Reason: ${asData(reason)}`,
        lines(
          'Items:',
          plan.lines.filter(({ amount }) => amount > 0),
          (line) => words(itemName(line), formatMoney(line.amount)),
        ),
        plan.deliveryFee > 0 && `Delivery fee: ${formatMoney(plan.deliveryFee)}`,
      ]
        .filter(Boolean)
        .join('\n'),
    locationOf: ({ locationId }) => locationId,
  }),
  changeTool(returnRoutes.create, {
    name: 'create_return',
    title: 'Create a return',
    description:
      'Creates a return or replacement of delivered items. check_returnable lists what can be returned. It becomes a draft unless the key may move money.',
    takes: ['orderId', 'kind', 'lines', 'note'],
    fields: ['_id', 'number', 'status'],
    screen: '/orders/returns/{_id}',
    text: ({ number, status }) => `${number} is “${statusLabels[status]}”.`,
    reads: orderRoutes.view,
    readsFor: ({ orderId }) => ({ params: { id: orderId } }),
    preview: (order, { kind, lines: some }) =>
      lines(
        `Create a ${kind === 'replace' ? 'replacement' : 'return'} for ${nameOfOrder(order)}:`,
        some,
        (line) => {
          const item = order.lines.find(({ _id }) => _id === line.lineId);
          return item ? countedName(line.quantity, item) : words(line.lineId, formatQuantity(line.quantity));
        },
      ),
    locationOf: ({ locationId }) => locationId,
  }),
  changeTool(returnRoutes.updateStatus, {
    name: 'move_return',
    title: 'Move a return one step',
    description: 'Moves a return or replacement to its next status. get_return lists the allowed statuses.',
    takes: ['status', 'note', 'lines'],
    fields: ['_id', 'number', 'status', 'allowed'],
    screen: '/orders/returns/{_id}',
    text: ({ number, status }) => `${number} is now “${statusLabels[status]}”.`,
    movesMoney: true,
    reads: returnRoutes.view,
    preview: (request, { status }) =>
      `Move ${request.number} of ${asData(request.customer.name)} from “${statusLabels[request.status]}” to “${statusLabels[status]}”. Receiving items opens their refund.`,
    locationOf: ({ locationId }) => locationId,
    versionOf: ({ version }) => version,
  }),
];

export const orderTools = [...reads, ...changes];
