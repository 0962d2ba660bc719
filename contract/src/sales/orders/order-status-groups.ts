import {
  type DispatchStatus,
  type OrderStage,
  type OrderStatus,
  orderFlow,
  orderStages,
  orderStatuses,
  stepNeeds,
} from './order-flow.ts';

/** The statuses of these stages, in the order in which an order passes through them. */
export const statusesIn = (...stages: readonly OrderStage[]): OrderStatus[] =>
  orderStatuses.filter((status) => stages.includes(orderStages[status]));

/** The order ended before the customer got anything: the customer owes nothing, and its slot and items are available again. */
export const calledOffStatuses = statusesIn('calledOff');

/** The order isn't a sale: it ended without delivery, or isn't paid for yet. */
export const notSoldStatuses = statusesIn('unpaid', 'calledOff');
export const soldStatuses = statusesIn('new', 'picking', 'ready', 'out', 'delivered');

/** The order is accepted but not delivered yet: the location works on it, and it can be late. */
export const activeStatuses = statusesIn('new', 'picking', 'ready', 'out');

/** Someone still has to act on the order. */
export const openStatuses = statusesIn('unpaid', 'new', 'picking', 'ready', 'out');

/** The order takes no more steps. It may still be returned or refunded. */
export const closedStatuses = statusesIn('delivered', 'calledOff');

const isIn = (group: readonly OrderStatus[]) => (status: OrderStatus) => group.includes(status);
export const isCalledOff = isIn(calledOffStatuses);
export const isActive = isIn(activeStatuses);
export const isOpen = isIn(openStatuses);
export const isClosed = isIn(closedStatuses);

/** Picking hasn't started: the ordered items and quantities can change. */
export const isBeforePicking = isIn(statusesIn('unpaid', 'new'));

/** The items are reserved but still in stock: they can be cancelled one by one. */
export const reservedStatuses = statusesIn('unpaid', 'new', 'picking');
export const isReserved = isIn(reservedStatuses);

/** The items were picked and are at the store, until the customer or a driver takes them. */
export const isReady = isIn(statusesIn('ready'));

/** The items were taken out of stock: they are refunded or returned instead of cancelled. */
export const pickedStatuses = statusesIn('ready', 'out', 'delivered');
export const isPicked = isIn(pickedStatuses);

/** The items aren't final yet, so only the delivery fee of a paid order can be refunded. */
export const isFeeRefundable = isIn(statusesIn('new', 'picking'));

/** Staff end an order with this step and give a reason. */
export const isEndedByStaff = (step: OrderStatus | DispatchStatus): boolean =>
  calledOffStatuses.some(
    (to) =>
      to === step && orderStatuses.some((from) => to in orderFlow[from] && stepNeeds(from, to) !== 'system'),
  );

/** The order hasn't left the store: its address and its due time can change. */
export const atStoreStatuses = statusesIn('unpaid', 'new', 'picking', 'ready');
