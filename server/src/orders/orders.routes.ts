import type { orderRoutes } from '@aisle/contract/orders';
import { locationOf } from '../core/actor.ts';
import type { Handlers } from '../core/serve.ts';
import { findBoard } from './board.queries.ts';
import { editLines } from './order-lines.ts';
import { assignTo, takeStep } from './order-steps.ts';
import { getOrder, getStepped } from './order-view.ts';
import { countOrders, listOrders } from './orders.queries.ts';
import { addNote, cancelOrder, paymentDetails, planCancel, searchInventory } from './orders.service.ts';

export const orderHandlers: Handlers<typeof orderRoutes> = {
  list: ({ tx, actor, body }) => listOrders(tx, actor, body),
  counts: ({ tx, actor, body }) => countOrders(tx, actor, body),
  board: ({ tx, actor, body }) => findBoard(tx, locationOf(actor, body.locationId)),
  view: ({ tx, actor, params }) => getOrder(tx, actor, params.id),
  updateStatus: async ({ tx, actor, params, body, services }) =>
    getStepped(tx, actor, await takeStep(tx, actor, services.settings, params.id, body)),
  assignDriver: ({ tx, actor, params, body, services }) =>
    assignTo(tx, actor, services.settings, params.id, body),
  cancel: ({ tx, actor, params, body }) => cancelOrder(tx, actor, params.id, body),
  cancelPlan: ({ tx, actor, params, body }) => planCancel(tx, actor, params.id, body.lines),
  addNote: ({ tx, actor, params, body }) => addNote(tx, actor, params.id, body.note),
  editLines: ({ tx, actor, params, body }) => editLines(tx, actor, params.id, body),
  searchInventory: ({ tx, body }) => searchInventory(tx, body),
  paymentDetails: ({ tx, actor, params, services }) =>
    paymentDetails(tx, actor, services.settings.cardGateway, params.id),
};
