import type { dispatchRoutes, tripRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import type { Handlers } from '../../core/http/serve.ts';
import { closeLinks, linkTo, offerOrders, receiveOrderBack, showBoard } from './dispatch.service.ts';
import { deliveriesOfOrder } from './order-deliveries.queries.ts';
import {
  accept,
  collect,
  decline,
  deliver,
  fail,
  giveUp,
  notifyDriver,
  pickUp,
  showStamp,
  showTrip,
  start,
  stopNotifying,
} from './trip-page.service.ts';

export const dispatchHandlers: Handlers<typeof dispatchRoutes> = {
  board: (call) => showBoard(call, call.query.locationId),
  offer: (call) => offerOrders(call, call.body),
  link: (call) => linkTo(call, call.params.id),
  revokeLinks: ({ tx, params }) => closeLinks(tx, params.id),
  receiveBack: ({ tx, actor, params }) => receiveOrderBack(tx, actor, params.id),
  ofOrder: ({ tx, params, services }) => deliveriesOfOrder(tx, services.storage, params.id),
};

export const tripHandlers: Handlers<typeof tripRoutes> = {
  show: ({ tx, params }) => showTrip(tx, params.token),
  stamp: ({ tx, params }) => showStamp(tx, params.token),
  notify: (call) => notifyDriver(call, call.params.token, call.body),
  stopNotifying: ({ tx, params, body }) => stopNotifying(tx, params.token, body.endpoint),
  accept: ({ tx, params }) => accept(tx, params.token),
  decline: ({ tx, params, body }) => decline(tx, params.token, body.reason),
  giveUp: ({ tx, params, body }) => giveUp(tx, params.token, body.deliveryId, body.reason),
  pickUp: ({ tx, params, body }) => pickUp(tx, params.token, body.deliveryId, body.code),
  start: ({ tx, params }) => start(tx, params.token),
  collect: ({ tx, params, body }) => collect(tx, params.token, body.deliveryId, body.note),
  deliver: ({ tx, params, body, uploads, services }) =>
    deliver(tx, services.storage, params.token, {
      deliveryId: body.deliveryId,
      code: body.code,
      photo: uploads.photo?.[0],
    }),
  fail: ({ tx, params, body }) => fail(tx, params.token, body.deliveryId, body.reason),
};
