import { explainProgress } from '@aisle/contract/sales/orders/order-explanation';
import type { orderRoutes } from '@aisle/contract/sales/orders/orders';
import type { Handlers } from '../../core/http/serve.ts';
import { findBoard } from './board.queries.ts';
import { planCancel } from './lines/cancel-plan.ts';
import { editLines, planEdit } from './lines/order-lines.ts';
import { pickLine } from './lines/pick-line.ts';
import { explainOrder, getOrder, getStepped } from './order-view.ts';
import { countOrders, findOrderId, listOrders } from './orders.queries.ts';
import { addNote, cancelOrder, linePictures, paymentDetails, searchInventory } from './orders.service.ts';
import { assignOrder, takeOverOrder, takeStep } from './steps/order-steps.ts';
import { undoStep } from './steps/order-undo.ts';

export const orderHandlers: Handlers<typeof orderRoutes> = {
  list: ({ tx, actor, body }) => listOrders(tx, actor, body),
  counts: ({ tx, actor, body }) => countOrders(tx, actor, body),
  board: ({ tx, actor, body }) => findBoard(tx, actor, body.locationId),
  view: ({ tx, actor, params, query }) =>
    query.why ? explainOrder(tx, actor, params.id) : getOrder(tx, actor, params.id),
  explain: async ({ tx, actor, query }) =>
    explainProgress(await getOrder(tx, actor, await findOrderId(tx, query.order))),
  updateStatus: async (call) =>
    getStepped(call.tx, call.actor, await takeStep(call, call.params.id, call.body)),
  undoStep: async (call) => getStepped(call.tx, call.actor, await undoStep(call, call.params.id, call.body)),
  takeOver: async ({ tx, actor, params, body }) =>
    getStepped(tx, actor, await takeOverOrder(tx, actor, params.id, body)),
  pictures: ({ tx, services, params }) => linePictures(tx, services.storage, params.id),
  assignDriver: (call) => assignOrder(call, call.params.id, call.body),
  cancel: ({ tx, actor, params, body }) => cancelOrder(tx, actor, params.id, body),
  cancelPlan: ({ tx, params, body }) => planCancel(tx, params.id, body.lines),
  addNote: ({ tx, actor, params, body }) => addNote(tx, actor, params.id, body.note),
  editPlan: ({ tx, params, body }) => planEdit(tx, params.id, body),
  editLines: ({ tx, actor, params, body }) => editLines(tx, actor, params.id, body),
  pickLine: ({ tx, actor, params, body }) => pickLine(tx, actor, params.id, body),
  searchInventory: (call) => searchInventory(call, call.body),
  paymentDetails: (call) => paymentDetails(call, call.params.id),
};
